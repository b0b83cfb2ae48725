import { readFile } from 'node:fs/promises'
import { load, loadAll } from 'js-yaml'
import * as z from 'zod'

/** A command line of a job, with the environment that its system adds to the variables of the project. */
export type JobCommand = { line: string; env: Record<string, string> }

/** The commands of a file in `deploy/`. Groups run one after the other, the commands of a group at the same time. */
export type DeployCommands = JobCommand[][]

const texts = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))
const isSite = (line: string): boolean => line.startsWith('npx site ')

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      strategy: z.object({ matrix: z.object({ shard: z.array(z.number()) }) }).optional(),
      env: texts.default({}),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  ),
})

export async function githubCommands(): Promise<DeployCommands> {
  const { jobs } = workflowSchema.parse(load(await readFile('deploy/github-actions.yml', 'utf8')))
  return Object.values(jobs).map(({ strategy, env, steps }) => {
    const shards = strategy?.matrix.shard ?? [undefined]
    const line = steps.map(({ run = '' }) => run).find(isSite) ?? ''
    return shards.map((shard) => {
      const fill = (text: string): string =>
        text
          .replaceAll(expressionOf('matrix.shard'), `${shard}`)
          .replaceAll(expressionOf('strategy.job-total'), `${shards.length}`)
      return {
        line: fill(line),
        env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)])),
      }
    })
  })
}

function expressionOf(name: string): string {
  return `\${{ ${name} }}`
}

const pipelineSchema = z.object({
  stages: z.array(z.string()),
  plan: z.unknown(),
  shard: z.unknown(),
  merge: z.unknown(),
})
const gitlabJobSchema = z.object({ parallel: z.number().default(1), script: z.array(z.string()) })

export async function gitlabCommands(): Promise<DeployCommands> {
  const { stages, ...jobs } = pipelineSchema.parse(load(await readFile('deploy/gitlab-ci.yml', 'utf8')))
  return stages.map((stage) => {
    const { parallel, script } = gitlabJobSchema.parse(jobs[stage as keyof typeof jobs]) // a job of each stage has its name
    const line = script.find(isSite) ?? ''
    return Array.from({ length: parallel }, (_, at) => {
      const env: Record<string, string> =
        parallel > 1 ? { CI_NODE_INDEX: `${at + 1}`, CI_NODE_TOTAL: `${parallel}` } : {}
      return { line, env }
    })
  })
}

const kubernetesSchema = z.object({
  spec: z.object({
    completions: z.number().optional(),
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({
            args: z.array(z.string()).optional(),
            command: z.array(z.string()).optional(),
            env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
          }),
        ]),
      }),
    }),
  }),
})

/** `work` replaces the volume of the jobs. */
export async function kubernetesCommands(work: string): Promise<DeployCommands> {
  return loadAll(await readFile('deploy/kubernetes.yml', 'utf8')).map((document) => {
    const { completions, template } = kubernetesSchema.parse(document).spec
    const [{ args, command, env }] = template.spec.containers
    return Array.from({ length: completions ?? 1 }, (_, index) => {
      const own: Record<string, string> = completions === undefined ? {} : { JOB_COMPLETION_INDEX: `${index}` }
      const words = args ? ['npx', 'site', ...args] : (command?.slice(2) ?? [])
      const line = words.join(' ').replaceAll('$(JOB_COMPLETION_INDEX)', `${index}`).replaceAll('/data', work)
      return { line, env: { ...own, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) } }
    })
  })
}
