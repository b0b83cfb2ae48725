import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dockerfileFaults, gitlabJobs, kubernetesFaults, workflowFaults } from './linters.ts'

const read = (name: string): Promise<string> => readFile(`deploy/${name}`, 'utf8')

test("The workflow is valid for GitHub's own parser, which finds mistakes", async () => {
  const content = await read('github-actions.yml')
  expect(await workflowFaults(content)).toEqual([])
  for (const [from, to] of [
    ['runs-on:', 'run-on:'],
    ['needs: shard', 'needs: shards'],
    ['matrix.shard', 'matrix.shard +'],
  ] as const)
    expect(await workflowFaults(content.replaceAll(from, to)), to).not.toEqual([])
})

test("The pipeline is valid for GitLab's schema, and has four shards", async () => {
  const content = await read('gitlab-ci.yml')
  const { code, reported } = await gitlabJobs(content)
  expect(code, reported).toBe(0)
  expect(reported.match(/^(plan|shard: \[\d\/4\]|merge) /gm)).toHaveLength(6)
  const spoilt = await gitlabJobs(content.replace('parallel: 4', 'parallel: four'))
  expect(spoilt.code).not.toBe(0)
})

test('The jobs are valid for the schema of Kubernetes', async () => {
  const content = await read('kubernetes.yml')
  expect(kubernetesFaults(content)).toEqual([])
  for (const [from, to] of [
    ['completions: 8', "completions: '8'"],
    ['containers:', 'container:'],
    ['restartPolicy: Never', 'restartPolicy: [Never]'],
  ] as const)
    expect(kubernetesFaults(content.replaceAll(from, to)), to).not.toEqual([])
})

test('The Dockerfile is valid, and installs with the tarball of the tool', async () => {
  const content = await read('Dockerfile')
  expect(dockerfileFaults(content)).toEqual([])
  expect(dockerfileFaults(content.replace('WORKDIR', 'WORKDIRS'))).not.toEqual([])
  expect(content).toMatch(/^COPY .* \*\.tgz \.\/\nRUN npm ci/m)
})

test.each(['github-actions.yml', 'gitlab-ci.yml'])('%s keeps what a plan read even if it failed', async (name) =>
  expect((await read(name)).split(/^ *shard:$/m)[0]).toMatch(/(if: always\(\)|when: always)/),
)

test.each(['github-actions.yml', 'gitlab-ci.yml'])(
  '%s saves the ledger as an artifact, because its machines do not keep files',
  async (name) => {
    const content = await read(name)
    expect(content.slice(content.indexOf('npx site merge'))).toContain("'addresses*.txt'")
  },
)
