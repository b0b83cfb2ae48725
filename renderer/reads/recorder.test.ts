import { expect, test } from 'vitest'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { heldMemory } from '#tests/fixtures/held-memory.ts'
import { testSite } from '#tests/fixtures/site.ts'
import type { PageReads } from './recorder.ts'
import { createRecorder } from './recorder.ts'

const code = {
  core: ['renderer/core.ts'],
  modules: new Map([
    ['Banner', ['blocks/banner.tsx']],
    ['Step2', ['blocks/step.tsx']],
    ['Grid2Row', ['blocks/row.tsx']],
  ]),
  digests: new Map(
    ['renderer/core.ts', 'blocks/banner.tsx', 'blocks/step.tsx', 'blocks/row.tsx'].map((module) => [
      module,
      { [module]: `digest of ${module}` },
    ]),
  ),
  contentDigest: 'c',
}

function recorderOf() {
  const content = smallSite()
  const nodes = [...(content.nodes ?? []), node('/more', 'more')]
  const pages = { ...content.pages, more: page('more', 'More', { theme: { title: 'Theme', subtitle: 'Below' } }) }
  const { site } = testSite({ locales: { pl: { ...content, nodes, pages } } })
  return { recorder: createRecorder({ ...site, code }), site }
}

const questions = ({ reads }: PageReads): string[] => reads.map(({ question }) => question)

test('Each question of a page is noted once, and gets the same answer again', () => {
  const { recorder } = recorderOf()
  const { result, page } = recorder.record(() => {
    const document = recorder.ask('document', 'pl', 'pages', 'more')
    return [document, recorder.ask('document', 'pl', 'pages', 'more')]
  })
  expect(result[0]).toBe(result[1])
  expect(questions(page)).toEqual(['["code","renderer/core.ts"]', '["document","pl","pages","more"]'])
  expect(page.reads[1]?.answer).toMatchObject({ title: 'More', theme: { title: 'Theme', subtitle: 'Below' } })
})

test('A question of several pages is one read, and that of a single page is not kept for others', () => {
  const { recorder } = recorderOf()
  const ask = () => {
    const { page } = recorder.record(() => [recorder.ask('timeZone'), recorder.ask('place', 'index.html')])
    return page.reads.slice(1)
  }
  const [[zone, place], [sameZone, samePlace]] = [ask(), ask()]
  expect(sameZone).toBe(zone)
  expect(samePlace).not.toBe(place)
  expect(samePlace).toEqual(place)
})

test('The sources of the components that a page shows are noted, and those that every page runs', () => {
  const { recorder } = recorderOf()
  const { page } = recorder.record(() => {
    recorder.component('Banner12') // as a bundler names the twelfth banner
    recorder.component('Unknown')
  })
  expect(page.reads).toEqual([
    {
      question: '["code","renderer/core.ts"]',
      answer: { 'renderer/core.ts': 'digest of renderer/core.ts' },
    },
    {
      question: '["code","blocks/banner.tsx"]',
      answer: { 'blocks/banner.tsx': 'digest of blocks/banner.tsx' },
    },
  ])
})

test('The name of a component may contain numbers', () => {
  const { recorder } = recorderOf()
  const { page } = recorder.record(() => {
    for (const name of ['Step2', 'Grid2Row3']) recorder.component(name)
  })
  expect(questions(page).slice(1)).toEqual(['["code","blocks/step.tsx"]', '["code","blocks/row.tsx"]'])
})

test('The same question with more or fewer arguments is another question', () => {
  const { recorder } = recorderOf()
  const { result } = recorder.record(() => [
    recorder.ask('list', 'pl', 'posts'),
    recorder.ask('list', 'pl', 'posts', 1),
    recorder.ask('list', 'pl', 'posts', 1, 1),
    recorder.ask('list', 'pl', 'posts'),
  ])
  expect(result).toEqual([['1', '2', '3'], ['2', '3'], ['2'], ['1', '2', '3']])
})

test('The questions of a shared part count for every page that shows it, and it is made once', () => {
  const { recorder } = recorderOf()
  let made = 0
  const show = (): PageReads => {
    const { page, result } = recorder.record(() =>
      recorder.part('menu', () => {
        made += 1
        recorder.component('Banner')
        return recorder.ask('languageTag', 'pl')
      }),
    )
    expect(result).toBe('pl')
    return page
  }
  const [first, second] = [show(), show()]
  expect(made).toBe(1)
  expect(questions(second)).toEqual(questions(first))
  expect(questions(second)).toContain('["languageTag","pl"]')
  expect(questions(second)).toContain('["code","blocks/banner.tsx"]')
})

test('Released shared parts are made again, and ask the same questions', () => {
  const { recorder } = recorderOf()
  let made = 0
  const show = () =>
    recorder.record(() =>
      recorder.part('zone', () => {
        made += 1
        return String(recorder.ask('timeZone'))
      }),
    )
  const first = show()
  recorder.forgetParts()
  expect(recorder.partCount).toBe(0)
  expect(show()).toEqual(first)
  expect(made).toBe(2)
})

test('A shared part cannot ask about a single page, and nothing can be asked outside a page', () => {
  const { recorder } = recorderOf()
  const ofOnePage = () => recorder.part('menu', () => String(recorder.ask('place', 'index.html')?.href))
  expect(() => recorder.record(ofOnePage)).toThrow('asks for the place of one page')
  const document = () => recorder.part('text', () => String(recorder.ask('document', 'pl', 'pages', 'more')?.id))
  expect(() => recorder.record(document)).toThrow('asks for the document of one page')
  expect(() => recorder.ask('timeZone')).toThrow('while no page was being recorded')
})

test('Findings of a page are kept with the page', () => {
  const { recorder } = recorderOf()
  const finding = { code: 'date-invalid', message: 'No date.', hint: 'Write one.' } as const
  const { page } = recorder.record(() => recorder.warn(finding))
  expect(page.findings).toEqual([finding])
  expect(recorder.record(() => {}).page.findings).toEqual([])
})

test('Findings of a shared part are reported for every page that shows it', () => {
  const { recorder } = recorderOf()
  const finding = { code: 'date-invalid', message: 'No date.', hint: 'Write one.' } as const
  const tell = (): string => {
    recorder.warn(finding)
    return ''
  }
  const show = () => recorder.record(() => recorder.part('menu', tell)).page.findings
  expect([show(), show()]).toEqual([[finding], [finding]])
})

test('A question does not keep the text in memory that its argument was cut from', () => {
  const { recorder } = recorderOf()
  const askAll = () => {
    for (let index = 0; index < 300; index += 1) {
      const text = `https://example.org/${index} ${'word '.repeat(20_000)}`
      recorder.record(() => recorder.ask('link', text.slice(0, text.indexOf(' '))))
    }
    return recorder
  }
  expect(heldMemory(askAll)).toBeLessThan(3)
})
