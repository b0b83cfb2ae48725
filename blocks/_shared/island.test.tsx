import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fakeReader } from '#tests/fake-reader.ts'
import { Island } from './island.tsx'
import { formProps } from './islands/form-props.ts'
import { LoginIsland } from './islands/login-island.tsx'
import { SearchIsland } from './islands/search-island.tsx'

const site = { ...fakeReader().site, nativeForms: true }
const propsIn = (island: ReactElement) =>
  JSON.parse(/<script type="application\/json">(.*?)<\/script>/.exec(renderToStaticMarkup(island))?.[1] ?? '')

it('takes its values to the browser whatever they hold, and names all its scripts', () => {
  const props = { words: '</script><!--<script>' }
  const island = <Island name="x" Component={() => null} props={props} on="load" reader={fakeReader()} />
  expect(propsIn(island)).toEqual(props)
  expect(renderToStaticMarkup(island)).toContain('data-island="/assets/x.js" data-deps="/assets/x.deps"')
})

it('tells of no other way to be reached where the site has none', () => {
  const island = (changes: object) =>
    renderToStaticMarkup(
      <Island
        name="x"
        Component={() => null}
        props={{}}
        on="load"
        reader={fakeReader({ site: { ...site, ...changes } })}
      />,
    )
  const words = fakeReader().text('form.direct')
  expect(island({})).toContain(words)
  expect(island({ phone: undefined })).toContain(words)
  expect(island({ phone: undefined, email: undefined })).not.toContain(words)
})

it('says of the login where it leads, and whether the service takes forms without scripts', () => {
  expect(propsIn(<LoginIsland reader={fakeReader()} />)).toMatchObject({ home: '/en', isNative: false })
  const reader = fakeReader({ site, page: () => undefined })
  expect(propsIn(<LoginIsland reader={reader} />)).toMatchObject({ home: '/', isNative: true })
})

it('says of the search below which prefix pages of its language stand', () => {
  expect(propsIn(<SearchIsland formId="search" reader={fakeReader()} />)).toMatchObject({ prefix: '/en' })
  const reader = fakeReader({ locale: 'pl' })
  expect(propsIn(<SearchIsland formId="search" reader={reader} />)).toMatchObject({ prefix: '' })
})

it('gives a form the job offer of its page only where it is one for applications', () => {
  const props = (form: 'contact' | 'jobApplication') =>
    formProps({ form, blockId: '1', reader: fakeReader({ site }), jobSlug: 'fitter' })
  expect(props('jobApplication')).toMatchObject({ jobOffer: 'fitter', isNative: true })
  expect(props('contact').jobOffer).toBeUndefined()
})
