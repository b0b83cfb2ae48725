import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { bundle } from './bundle.ts'
import { stylesOf } from './site-styles.ts'

const toolRoot = resolve('.')

async function bundled(engine: 'react' | 'preact') {
  const writer = openMemoryWriter()
  const result = await bundle({
    toolRoot,
    styles: stylesOf({ toolRoot, siteRoot: toolRoot }),
    plugins: [],
    writer,
    engine,
  })
  await writer.commit()
  const textOf = (address = ''): string => Buffer.from(writer.files.get(address.slice(1)) ?? []).toString()
  return { ...result, files: [...writer.files.keys()].sort(), textOf }
}

describe.each(['react', 'preact'] as const)('the bundle with %s', (engine) => {
  it('has a hashed file for every name that a reader requests', async () => {
    const { assets, files, bytes, integrity, textOf } = await bundled(engine)
    for (const name of [
      'site.css',
      'font-latin',
      'font-polish',
      'main.js',
      'entry-form.js',
      'search-results.js',
      'login-form.js',
    ]) {
      expect(assets.get(name)).toMatch(/^\/assets\/[\w-]+-[A-Z0-9]{8}\.\w+$/)
    }
    const addresses = [...assets.values()].flatMap((value) => value.split(' ')).filter(Boolean)
    expect(addresses.filter((address) => !files.includes(address.slice(1)))).toEqual([])
    expect(bytes.js).toBeGreaterThan(10_000)
    for (const name of ['main.js', 'site.css']) {
      const digest = createHash('sha384')
        .update(textOf(assets.get(name)))
        .digest('base64')
      expect(integrity.get(assets.get(name) ?? '')).toBe(`sha384-${digest}`)
    }
    expect([...integrity.keys()].every((address) => /\.(?:css|js)$/.test(address))).toBe(true)
  })

  it('names the engine in every island, and contains no other', async () => {
    const { assets, textOf } = await bundled(engine)
    const island = textOf(assets.get('entry-form.js'))
    expect(island).toContain(`"${engine}"`)
    const all = [island, ...(assets.get('entry-form.deps') ?? '').split(' ').map(textOf)].join('')
    expect(all.includes('react.transitional.element')).toBe(engine === 'react')
  })

  it('is the same when made twice', async () => {
    expect((await bundled(engine)).files).toEqual((await bundled(engine)).files)
  })
})

it('keeps the sanitiser and the table of forms out of the form island', async () => {
  const { assets, textOf } = await bundled('preact')
  const all = [assets.get('entry-form.js') ?? '', ...(assets.get('entry-form.deps') ?? '').split(' ')]
    .map(textOf)
    .join('')
  expect(all).not.toMatch(/DOMPurify|zachodniopomorskie/)
})
