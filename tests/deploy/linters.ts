import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { validate } from 'dockerfile-utils'
import { build } from 'esbuild'
import { loadAll } from 'js-yaml'
import { Job } from 'kubernetes-models/batch/v1/Job'

let parser: ReturnType<typeof workflowParser> | undefined

/** Returns what GitHub's own parser finds wrong with a workflow. */
export async function workflowFaults(content: string): Promise<string[]> {
  parser ??= workflowParser()
  const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await parser
  const { context, value } = parseWorkflow({ name: 'site.yml', content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(String)
}

/** The parser imports JSON in a way that only bundlers support. */
async function workflowParser(): Promise<typeof import('@actions/workflow-parser')> {
  const folder = await mkdtemp(join(tmpdir(), 'site-parser-'))
  const outfile = join(folder, 'parser.mjs')
  const stdin = { contents: "export * from '@actions/workflow-parser'", resolveDir: resolve('.') }
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' })
  const parser = await import(pathToFileURL(outfile).href)
  await rm(folder, { recursive: true })
  return parser
}

/** Runs `gitlab-ci-local`, which checks a pipeline by GitLab's schema. Returns its exit code and output. */
export async function gitlabJobs(content: string): Promise<{ code: number | null; reported: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'site-gitlab-'))
  await writeFile(join(folder, '.gitlab-ci.yml'), content)
  await run('git', ['init', '--quiet'], folder)
  const made = await run(resolve('node_modules/.bin/gitlab-ci-local'), ['--list'], folder)
  await rm(folder, { recursive: true, force: true })
  return made
}

function run(program: string, args: string[], cwd: string): Promise<{ code: number | null; reported: string }> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
  let reported = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (reported += chunk))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done({ code, reported }))
  })
}

/** Returns what the schema of Kubernetes finds wrong with jobs. */
export function kubernetesFaults(content: string): string[] {
  return loadAll(content).flatMap((document) => {
    try {
      new Job(document as ConstructorParameters<typeof Job>[0]).validate()
      return []
    } catch (error) {
      return [String(error)]
    }
  })
}

export function dockerfileFaults(content: string): string[] {
  return validate(content).map(({ message }) => String(message))
}
