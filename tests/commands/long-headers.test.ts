import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProject, type Project } from './project.ts'
import { smallContent } from './small-content.ts'

const tags = '/api/pages/1,'.repeat(5000)

let project: Project
beforeAll(async () => {
  project = await openProject(smallContent())
  const { code, stderr } = await project.site('build', '--no-ledger', '--out', 'out')
  expect(code, stderr).toBe(0)
})
afterAll(() => project.close())

it.each([['serve', '--out', 'out'], ['preview']])(
  '"site %s" hands on answers with long headers, as builds read them',
  async (...command) => {
    project.content.intercept = ({ url = '' }, response) => {
      if (!url.startsWith('/api/tagged')) return false
      response.writeHead(200, { 'cache-tags': tags }).end('there')
      return true
    }
    const running = project.start(...command, '--port', '0', '--api', project.service.api)
    await running.says('http://')
    const [origin = ''] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(running.said()) ?? []
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${origin}/api/tagged`, { maxHeaderSize: 256 * 1024, agent: false }, resolve).on('error', reject)
    })
    answer.resume()
    running.kill('SIGTERM')
    await running.ended
    expect([answer.statusCode, answer.headers['cache-tags']?.length]).toEqual([200, tags.length])
  },
)
