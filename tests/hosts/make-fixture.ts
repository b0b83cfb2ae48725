import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Findings } from '#content/finding.ts'
import { siteHeaders } from '#publish/headers.ts'
import { emitHosts } from '#publish/hosts/emit-hosts.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { publishHosts } from '#publish/hosts/publish-hosts.ts'
import type { Routing } from '#publish/routing.ts'
import { testSettings } from '#tests/fixtures/site.ts'

const pages = ['/', '/about', '/żółw', '/a b', '/100%', '/v1.2', '/area', '/en', '/en/about']
const files = [
  ...['404.html', 'en/404.html', 'assets/site-A1.css', 'assets/main-B2.js', 'assets/a b.svg', 'assets/p.avif'],
  ...['sw.js', 'site.webmanifest', 'robots.txt', 'sitemap.xml', 'files/price.pdf', '.well-known/security.txt'],
]

/** Every kind of rule a host must get right. */
export const fixtureRouting: Routing = {
  redirects: [
    { from: '/old', to: '/about' },
    { from: '/Old', to: '/en/about' },
    { from: '/stary żółw', to: '/żółw' },
    { from: '/długi', to: '/about' },
    { from: '/part', to: '/about#część' },
    { from: '/fixed', to: '/about?from=old' },
    { from: '/oferta.html', to: '/en' },
    { from: '/wp/polityka.pdf', to: '/about' },
    { from: '/50% taniej (teraz)+$1', to: '/100%' },
    { from: '/cennik', to: '/files/price.pdf' },
    { from: '/koniec', to: '/' },
    { from: '/en/old', to: '/en/about' },
    { from: '/old/deeper', to: '/a b' },
  ],
  gone: ['/zniknęła', '/en/gone'],
  notFound: [
    { prefix: '/en/', file: 'en/404.html' },
    { prefix: '/', file: '404.html' },
  ],
  shells: [{ prefix: '/area/', file: 'area/index.html' }],
  pageFiles: 'directory',
  apiBase: '/api',
  origin: 'https://www.example.com',
  pages,
  headers: siteHeaders({ ...testSettings(), origin: 'https://www.example.com' }),
}

/** Writes an export of small files, each telling its name, and the files of every host, as a build does. */
export async function makeFixture(folder: string, routing: Routing = fixtureRouting): Promise<void> {
  const pageFile = (path: string): string =>
    path === '/' || routing.pageFiles === 'directory' ? join(path, 'index.html') : `${path}.html`
  for (const file of [...routing.pages.map(pageFile), ...files]) {
    const path = join(folder, 'site', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `file ${file.replace(/^\//, '')}`)
  }
  const findings = new Findings()
  await publishHosts(folder, emitHosts({ routing, hosts: chooseHosts('all'), findings }))
}
