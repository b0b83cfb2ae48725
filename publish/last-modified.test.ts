import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { watchPages } from './last-modified.ts'
import { openMemoryWriter } from './writer.ts'

const folders: string[] = []
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-pages-'))
  folders.push(folder)
})
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))))

const page = (main: string, rest = '') =>
  `<html><head><title>T</title>${rest}</head><body><header>${rest}</header><main id="m">${main}</main></body></html>`

async function dateOf(html: string, known: string | undefined): Promise<string | undefined> {
  const watch = await watchPages(openMemoryWriter(), folder)
  await watch.writer.write('index.html', html)
  const date = watch.lastModified('index.html', known)
  await watch.remember()
  return date
}

it('moves the date only when the page shows something else', async () => {
  expect(await dateOf(page('<p class="a">One</p>'), '2026-01-01')).toBe('2026-01-01')
  expect(await dateOf(page('<p class="b">One</p>', '<script src="/assets/main-NEW.js"></script>'), '2026-02-02')).toBe(
    '2026-01-01',
  )
  expect(await dateOf(page('<p>Two</p>'), '2026-03-03')).toBe('2026-03-03')
  expect(await dateOf(page('<p>Two</p><img src="/b.jpg">'), '2026-04-04')).toBe('2026-04-04')
})

it('takes a date that comes to be known, and keeps one that is known no more', async () => {
  expect(await dateOf(page('One'), undefined)).toBeUndefined()
  expect(await dateOf(page('One'), '2026-01-01')).toBe('2026-01-01')
  expect(await dateOf(page('One'), undefined)).toBe('2026-01-01')
  expect(await dateOf(page('Two'), undefined)).toBeUndefined()
})

it('takes a spoilt memory for none', async () => {
  await writeFile(join(folder, '.pages.json'), '{')
  expect(await dateOf(page('One'), '2026-01-01')).toBe('2026-01-01')
})

it('finds the pictures of the content, once each', async () => {
  const watch = await watchPages(openMemoryWriter(), folder)
  const pictures =
    '<img alt="" src="/a.jpg?x=1&amp;y"><picture><source srcset="/no.avif"><img src="/b.jpg"></picture><img src="/b.jpg"><img src="data:x">'
  await watch.writer.write('index.html', page(pictures, '<img src="/logo.svg">'))
  await watch.writer.write('a.js', 'x')
  expect(watch.shown('index.html')?.images).toEqual(['/a.jpg?x=1&y', '/b.jpg'])
  expect(watch.shown('a.js')).toBeUndefined()
})

it('knows what a page shows that was not rendered this time', async () => {
  expect(await dateOf(page('One'), '2026-01-01')).toBe('2026-01-01')
  const first = await watchPages(openMemoryWriter(), folder)
  await first.writer.write('index.html', page('One<img src="/a.jpg">'))
  const shown = first.shown('index.html')
  first.lastModified('index.html', '2026-01-01')
  await first.remember()

  const next = await watchPages(openMemoryWriter(), folder)
  if (shown) next.keep('index.html', shown)
  expect(next.shown('index.html')).toEqual({ digest: expect.any(String), images: ['/a.jpg'] })
  expect(next.lastModified('index.html', '2026-02-02')).toBe('2026-01-01')
})

it('leaves its memory alone when no page changed', async () => {
  await dateOf(page('One'), '2026-01-01')
  const file = join(folder, '.pages.json')
  await utimes(file, 1, 1)
  await dateOf(page('One'), '2026-01-01')
  expect((await stat(file)).mtimeMs).toBe(1000)
  await dateOf(page('Two'), '2026-01-01')
  expect((await stat(file)).mtimeMs).not.toBe(1000)
})
