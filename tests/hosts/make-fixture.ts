import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Findings } from '#content/finding.ts'
import { siteHeaders } from '#publish/headers.ts'
import { emitHosts } from '#publish/hosts/emit-hosts.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import type { Routing } from '#publish/routing.ts'
import { testSettings } from '#tests/fixtures/site.ts'

const pages = ['/', '/about', '/żółw', '/a b', '/100%', '/v1.2', '/area', '/area/open', '/en', '/en/about']
const files = [
  ...[
    '404.html',
    'en/404.html',
    '500.html',
    'en/500.html',
    'assets/site-A1.css',
    'assets/main-B2.js',
    'assets/a b.svg',
    'assets/p.avif',
  ],
  ...['sw.js', 'site.webmanifest', 'robots.txt', 'sitemap.xml', 'files/price.pdf', '.well-known/security.txt'],
]

/** Every kind of rule that a host must handle. */
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
    { from: '/assets/old.css', to: '/about' },
    { from: '/index.html', to: '/' },
    { from: '/about/index.html', to: '/about' },
    { from: '/en/about/index.html', to: '/about' },
    { from: '/siostra', to: 'https://www.example.fr/aide' },
    { from: '/siostra/część', to: 'https://www.example.fr/à propos?a=1#b' },
  ],
  gone: ['/zniknęła', '/en/gone'],
  notFound: [
    { prefix: '/en/', file: 'en/404.html' },
    { prefix: '/', file: '404.html' },
  ],
  serverErrors: [
    { prefix: '/en/', file: 'en/500.html' },
    { prefix: '/', file: '500.html' },
  ],
  shells: [{ prefix: '/area/', suffix: '', file: 'area/index.html' }],
  pageFiles: 'directory',
  apiBase: '/api',
  origin: 'https://www.example.com',
  pages,
  headers: siteHeaders({ ...testSettings(), origin: 'https://www.example.com' }),
}

/** Writes an export of small files that contain their names, and the files of all or some hosts, as a build does. */
export async function makeFixture(folder: string, routing: Routing = fixtureRouting, hosts = 'all'): Promise<void> {
  const pageFile = (path: string): string =>
    path === '/' || routing.pageFiles === 'directory' ? join(path, 'index.html') : `${path}.html`
  for (const file of [...routing.pages.map(pageFile), ...files]) {
    const path = join(folder, 'site', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `file ${file.replace(/^\//, '')}`)
  }
  const findings = new Findings()
  for (const [path, text] of emitHosts({ routing, hosts: chooseHosts(hosts), findings })) {
    await mkdir(dirname(join(folder, 'hosts', path)), { recursive: true })
    await writeFile(join(folder, 'hosts', path), text)
  }
}
