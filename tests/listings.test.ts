import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compressedFiles } from '#publish/export/compressed-cache.ts'
import { measureFiles } from '#publish/export/kept-files.ts'
import { smallSite } from './fixtures/content.ts'
import { setFixtureBuilds } from './fixtures/fixture-builds.ts'
import { elementsOf } from './fixtures/html.ts'
import { xmlProblems } from './fixtures/validate-xml.ts'

const { build, folder } = setFixtureBuilds()

describe('feeds', () => {
  it('are valid Atom in every locale that has a blog, and its pages link to them', async () => {
    const { read, out } = await build({ locales: { pl: smallSite(), en: smallSite(), de: smallSite({ posts: 0 }) } })
    for (const file of ['feed.xml', 'en/feed.xml']) expect(xmlProblems(await read(file), 'atom')).toBe('')
    expect(await read('en/feed.xml')).toContain('<title>Blog – Brand</title>')
    expect(await read('en/feed.xml')).toContain('href="https://www.example.com/en/blog/post-1"')
    expect(await readdir(join(out, 'site/de'))).not.toContain('feed.xml')
    const feedsOf = async (file: string) =>
      elementsOf(await read(file), 'link').flatMap(({ attributes }) =>
        attributes.type === 'application/atom+xml' ? [attributes.href] : [],
      )
    expect(await feedsOf('about/index.html')).toEqual(['/feed.xml'])
    expect(await feedsOf('en/index.html')).toEqual(['/en/feed.xml'])
    expect(await feedsOf('de/index.html')).toEqual([])
  })
})

it('writes compressed files beside the originals, with equal bytes in two builds', async () => {
  const cache = join(folder, 'cache')
  const wanted = { compress: true, cache }
  const first = await build({ locales: { pl: smallSite({ posts: 15 }) } }, wanted)
  const second = await build({ locales: { pl: smallSite({ posts: 15 }) } }, wanted)
  const files = await readdir(join(first.out, 'site'), { recursive: true })
  for (const file of ['index.html.br', 'index.html.gz', 'sitemap-pl.xml.gz', 'sw.js.gz']) expect(files).toContain(file)
  const { all, unused } = measureFiles(await compressedFiles(join(cache, 'compressed')))
  expect([all.files > 30, unused.files]).toEqual([true, 0])
  for (const file of ['index.html.br', 'index.html.gz']) {
    const bytes = await readFile(join(first.out, 'site', file))
    expect(bytes.equals(await readFile(join(second.out, 'site', file)))).toBe(true)
  }
})
