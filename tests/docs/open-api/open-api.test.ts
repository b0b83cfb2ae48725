import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DemoService, startDemoService } from '#demo/start-demo-service.ts'
import { forms } from '#hydrate/forms/fields/fields.ts'
import { sampleOf } from '#tests/sample-of.ts'
import { type RecordName, recordSchemas } from './content-schemas.ts'
import { openApiExamples } from './examples.ts'
import { openApi } from './open-api.ts'

type Operation = {
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>
  parameters?: unknown[]
}
type Document = { paths: Record<string, Record<string, Operation>> }

const document = openApi() as unknown as Document
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }) // formats and content types are for people
ajv.addSchema({ $id: 'https://contract.example/', ...document })

let service: DemoService
beforeAll(async () => {
  service = await startDemoService({ database: ':memory:' })
})
afterAll(() => service.close())

it('The contract is a valid OpenAPI 3.1 document', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
})

it.each(Object.keys(recordSchemas) as RecordName[])(
  'The contract accepts the same records as our schema of %s',
  (name) => {
    const validate = validatorOf(`components/schemas/${name}`)
    const schema = recordSchemas[name]
    const isTree = name === 'MenuItem' // a sample of it would never end
    const sample = (isTree ? openApiExamples[name] : sampleOf(schema)) as Record<string, unknown>
    for (const record of [openApiExamples[name], sample, ...spoiled(sample)]) {
      expect([record, validate(record)]).toEqual([record, schema.safeParse(record).success])
    }
  },
)

/** Variants of a record, each with one field missing, empty or of another type. */
function spoiled(record: Record<string, unknown>): unknown[] {
  const values = [undefined, null, '', 'text', 7, true, [], {}, [{}], [{ type: 'later' }], [{ type: 'faq' }]]
  const records = Object.keys(record).flatMap((field) => values.map((value) => ({ ...record, [field]: value })))
  return records.map((one) => JSON.parse(JSON.stringify(one)))
}

it('The answers of the demo service to all reads match the contract', async () => {
  const token = { authorization: 'Bearer demo-token' }
  let answers = 0
  for (const locale of ['pl', 'en', 'de', 'fr', 'es']) {
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (!get || path === '/token/check') continue
      for (const address of await addressesOf(path, locale)) {
        const response = await fetch(`${service.api}${address}`, { headers: token })
        expect([address, response.status]).toEqual([address, 200])
        expectSpoken(path, 'get', { status: 200, body: await response.json() })
        answers += 1
      }
    }
  }
  expect(answers).toBeGreaterThan(150)
})

/** Hidden pages are in no collection. */
const hiddenSlugs: Record<string, string> = {
  pl: 'cennik',
  en: 'price-list',
  de: 'preisliste',
  fr: 'tarifs-partenaires',
  es: 'lista-de-precios',
}

/** The addresses of a path for the content of a locale, with one for every document. */
async function addressesOf(path: string, locale: string): Promise<string[]> {
  const query = `locale=${locale}`
  const [, kind = '', key] = path.split('/')
  if (kind === 'search') return [`${path}?${query}&phrase=&pagination=false`, `${path}?${query}&phrase=a`]
  if (!key) return kind === 'posts' ? [`${path}?${query}`, `${path}?${query}&page=2`] : [`${path}?${query}`]
  if (kind === 'hidden_pages') return [`/hidden_pages/${hiddenSlugs[locale]}?${query}`]
  const list = kind === 'pages' ? 'sitemap_nodes' : kind
  const found = (await (await fetch(`${service.api}/${list}?${query}&pagination=false`)).json()) as Record<
    string,
    unknown
  >
  const members = (found.member ?? found['hydra:member'] ?? found) as Record<string, string>[]
  const keys =
    kind === 'pages'
      ? members.filter(({ slug }) => !slug?.includes('/:')).map((node) => node.nodeReference)
      : members.map(({ slug }) => slug)
  const [first] = keys
  return [
    ...keys.map((one) => `/${kind}/${one}?${query}`),
    ...(kind === 'pages' ? [`/pages/${first}?${query}&preview=true`] : []),
  ]
}

it('The refusals of the demo service match the contract', async () => {
  const refusals = [
    ['/pages/{id}', '/pages/none?locale=en', 404],
    ['/menus', '/menus?locale=xx', 404],
    ['/menus', '/menus', 400],
    ['/hidden_pages/{slug}', '/hidden_pages/x?locale=en', 401],
    ['/token/check', '/token/check', 401],
    ['/pages/{id}', '/pages/1?locale=en&preview=true', 401],
  ] as const
  for (const [path, address, status] of refusals) {
    const response = await fetch(`${service.api}${address}`)
    expect([address, response.status]).toEqual([address, status])
    expectSpoken(path, 'get', { status, body: await response.json() })
  }
})

it('The answers of the demo service to sent data match the contract', async () => {
  const consent = {
    referral: 'https://a.example/',
    necessaryConsent: true,
    functionalConsent: false,
    analyticConsent: false,
    advertisingConsent: false,
  }
  const stored = await send('/cookie_consents', 'post', consent)
  const { id } = stored.body as { id: string }
  const sent = [
    ['/cookie_consents', 'post', stored, 201],
    ['/cookie_consents', 'post', await send('/cookie_consents', 'post', {}), 422],
    ['/cookie_consents/{id}', 'put', await send(`/cookie_consents/${id}`, 'put', consent), 200],
    ['/cookie_consents/{id}', 'put', await send('/cookie_consents/none', 'put', consent), 404],
    ['/login', 'post', await send('/login', 'post', { login: 'demo', password: 'trasanova' }), 200],
    ['/login', 'post', await send('/login', 'post', { login: 'demo', password: 'no' }), 401],
  ] as const
  for (const [path, method, answered, status] of sent) {
    expect([path, answered.status]).toEqual([path, status])
    expectSpoken(path, method, answered)
  }
  for (const { path } of Object.values(forms)) {
    const refused = await send(`/${path}`, 'post', { locale: 'en' })
    expect([path, refused.status]).toEqual([path, 422])
    expectSpoken(`/${path}`, 'post', refused)
  }
  const contact = {
    fullName: 'Ada Smith',
    email: 'ada@example.com',
    message: 'Hello there',
    consents: { dataProcessing: true },
    locale: 'en',
    referral: '',
  }
  expect(validatorOf('paths/~1contact_form_entries/post/requestBody/content/application~1json/schema')(contact)).toBe(
    true,
  )
  const taken = await send('/contact_form_entries', 'post', contact)
  expect(taken.status).toBe(201)
  expectSpoken('/contact_form_entries', 'post', taken)
})

type Answered = { status: number; body: unknown }

async function send(address: string, method: string, body: object): Promise<Answered> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${service.api}${address}`, {
    method: method.toUpperCase(),
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Expects that the document describes this answer for its path and status. */
function expectSpoken(path: string, method: string, { status, body }: Answered): void {
  const named = document.paths[path]?.[method]?.responses
  const name = named?.[status] ? String(status) : 'default'
  const place = named?.[name]?.$ref?.slice(2) ?? `paths/${path.replaceAll('/', '~1')}/${method}/responses/${name}`
  const validate = validatorOf(`${place}/content/application~1json/schema`)
  validate(body)
  expect([path, status, validate.errors]).toEqual([path, status, null])
}

const validators = new Map<string, ValidateFunction>()

function validatorOf(place: string): ValidateFunction {
  const known = validators.get(place)
  if (known) return known
  const uri = `https://contract.example/#/${place.split('/').map(encodeURIComponent).join('/')}`
  const validate = ajv.compile({ $ref: uri })
  validators.set(place, validate)
  return validate
}
