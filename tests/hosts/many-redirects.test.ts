import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'
import { profiles } from './profiles.ts'

const count = 2500
const kinds = ['/stary-adres-%', '/dział/żółw nr %', '/50% taniej/%', '/O-Nas/%', '/o-nas/%', '/pliki/cennik-%.pdf']
const redirects = Array.from({ length: count }, (_, index) => ({
  from: (kinds[index % kinds.length] ?? '').replace(/%$|%(?=\.)/, String(index)),
  to: index % 2 ? '/about' : '/100%',
}))

/** Hosts without a limit on redirects. */
const unlimited = ['nginx', 'apache', 'apache-vhost', 'caddy', 'firebase']

describe.each(profiles.filter(({ name }) => unlimited.includes(name)))(`${count} redirects on $name`, (profile) => {
  let host: Deployed
  beforeAll(async () => {
    host = await deploy(profile, (folder) =>
      makeFixture(folder, { ...fixtureRouting, redirects }, profile.name.replace('-vhost', '')),
    )
  })
  afterAll(() => host?.close())

  it('all lead to their page in one hop', async () => {
    const wrong: string[] = []
    for (const { from, to } of redirects.filter((_, index) => index % 37 === 0 || index > count - 10)) {
      const source = from.split('/').map(encodeURIComponent).join('/')
      for (const path of [source, `${source}/`]) {
        const hop = await host.visit(path)
        const wanted = host.page(to.replace('%', '%25'))
        if (hop.status !== 301 || hop.to !== wanted) wrong.push(`${path}: ${hop.status} ${hop.to}, not ${wanted}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('leave pages and missing addresses as they are', async () => {
    expect((await host.visit('/about')).status).toBe(200)
    expect((await host.visit('/stary-adres-1')).status).toBe(404)
  })
})
