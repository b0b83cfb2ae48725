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

it('passes any values to the browser unchanged, and names all its scripts', () => {
  const props = { words: '</script><!--<script>' }
  const island = <Island name="x" Component={() => null} props={props} on="load" reader={fakeReader()} />
  expect(propsIn(island)).toEqual(props)
  expect(renderToStaticMarkup(island)).toContain('data-island="/assets/x.js" data-deps="/assets/x.deps"')
})

it('offers direct contact only if the site has a phone number or an e-mail address', () => {
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

it('passes the home page to the login, and whether the service accepts forms sent without scripts', () => {
  expect(propsIn(<LoginIsland reader={fakeReader()} />)).toMatchObject({ home: '/en', isNative: false })
  const reader = fakeReader({ site, page: () => undefined })
  expect(propsIn(<LoginIsland reader={reader} />)).toMatchObject({ home: '/', isNative: true })
})

it('passes the path prefix of the language to the search', () => {
  expect(propsIn(<SearchIsland formId="search" reader={fakeReader()} />)).toMatchObject({ prefix: '/en' })
  const reader = fakeReader({ locale: 'pl' })
  expect(propsIn(<SearchIsland formId="search" reader={reader} />)).toMatchObject({ prefix: '' })
})

it('passes the job offer of its page to an application form, and to no other form', () => {
  const props = (form: 'contact' | 'jobApplication') =>
    formProps({ form, blockId: '1', reader: fakeReader({ site }), jobSlug: 'fitter' })
  expect(props('jobApplication')).toMatchObject({ jobOffer: 'fitter', isNative: true })
  expect(props('contact').jobOffer).toBeUndefined()
})
