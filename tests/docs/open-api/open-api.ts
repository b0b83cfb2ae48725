import { contentSchemas, type JsonSchema, type RecordName, refTo } from './content-schemas.ts'
import { openApiExamples } from './examples.ts'
import { answer, failures, writingPaths, writingSchemas } from './writing-paths.ts'

const reads: { path: string; gives: RecordName; isList?: boolean; summary: string; parameters?: string[] }[] = [
  { path: '/menus', gives: 'MenuItem', isList: true, summary: 'The items of the menus, those of the first level.' },
  { path: '/sitemap_nodes', gives: 'SitemapNode', isList: true, summary: 'Every address of the locale.' },
  { path: '/pages/{id}', gives: 'Page', summary: 'The page that a node names.', parameters: ['Preview'] },
  {
    path: '/posts',
    gives: 'PostSummary',
    isList: true,
    summary: 'Posts, the newest first.',
    parameters: ['PageNumber'],
  },
  { path: '/posts/{slug}', gives: 'Post', summary: 'A post; by its id in previews.', parameters: ['Preview'] },
  { path: '/services', gives: 'ServiceSummary', isList: true, summary: 'Services.' },
  { path: '/services/{slug}', gives: 'Service', summary: 'A service; by its id in previews.', parameters: ['Preview'] },
  { path: '/job_offers', gives: 'JobOfferSummary', isList: true, summary: 'Job offers.' },
  {
    path: '/job_offers/{slug}',
    gives: 'JobOffer',
    summary: 'An offer; by its id in previews.',
    parameters: ['Preview'],
  },
  { path: '/contact_people', gives: 'ContactPerson', isList: true, summary: 'People to get in touch with.' },
  { path: '/product_categories', gives: 'ProductCategory', isList: true, summary: 'The tree of product categories.' },
  {
    path: '/search',
    gives: 'SearchResult',
    isList: true,
    summary: 'Documents that hold a phrase; for an empty one every document that may be indexed.',
    parameters: ['Phrase', 'Pagination'],
  },
]

/** Returns the contract of content services as an OpenAPI 3.1 document, made from the schemas that parse answers. */
export function openApi(): JsonSchema {
  const paths = reads.map(({ path, ...read }) => [path, { get: getOf(path, read) }])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content API',
      version: '1.0.0',
      description:
        'What a content service answers so that a site can be built from it. docs/content-api.md tells the rest.',
    },
    servers: [{ url: 'http://127.0.0.1:4010/api', description: 'What `site content` starts.' }],
    paths: {
      ...Object.fromEntries(paths),
      '/hidden_pages/{slug}': { get: hiddenPage() },
      '/token/check': {
        get: {
          operationId: 'checkToken',
          summary: 'Tells whether a token is good.',
          security: [{ token: [] }],
          responses: { '204': { description: 'It is.' }, ...failures('401') },
        },
      },
      ...writingPaths(),
    },
    components: {
      schemas: { Id: idSchema, Error: errorSchema, ...contentSchemas(), ...writingSchemas() },
      parameters,
      responses: responses(),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

type Read = Omit<(typeof reads)[number], 'path'>

function getOf(path: string, { gives, isList, summary, parameters: further = [] }: Read): JsonSchema {
  const key = /\{(\w+)\}/.exec(path)?.[1]
  const example = openApiExamples[gives]
  const names = ['Locale', 'AcceptLocale', ...further]
  const good = isList
    ? answer('One page of a collection, in any of three forms.', collectionOf(gives))
    : answer('The document.', { ...refTo(gives), ...(example && { examples: [example] }) })
  return {
    operationId: `read${isList ? 'All' : ''}${gives}`,
    summary,
    security: [{}, { token: [] }],
    parameters: [
      ...(key ? [{ name: key, in: 'path', required: true, schema: { type: 'string' } }] : []),
      ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    responses: { '200': good, '304': { description: 'Nothing has changed.' }, ...failures('404') },
  }
}

/** Any of the three forms of a collection. `next` is a path or an address of the same origin. */
function collectionOf(gives: RecordName): JsonSchema {
  const members = { type: 'array', items: refTo(gives) }
  const next = { type: ['string', 'null'] }
  const form = (prefix: string): JsonSchema => ({
    type: 'object',
    properties: {
      [`${prefix}member`]: members,
      [`${prefix}totalItems`]: { type: 'integer' },
      [`${prefix}view`]: { type: ['object', 'null'], properties: { [`${prefix}next`]: next } },
    },
    required: [`${prefix}member`],
  })
  const example = openApiExamples[gives]
  return {
    anyOf: [members, form(''), form('hydra:')],
    ...(example && { examples: [{ member: [example], totalItems: 1 }] }),
  }
}

function hiddenPage(): JsonSchema {
  return {
    ...getOf('/hidden_pages/{slug}', { gives: 'HiddenPage', summary: 'A page for visitors who logged in.' }),
    security: [{ token: [] }],
    responses: { '200': answer('The document.', refTo('HiddenPage')), ...failures('401', '403', '404') },
  }
}

const idSchema = { anyOf: [{ type: 'number' }, { type: 'string', minLength: 1 }] }
const errorSchema = {
  type: 'object',
  description: 'A failure; it may also come with status 200.',
  properties: {
    code: {
      anyOf: [
        { type: 'integer', minimum: 400, maximum: 599 },
        { type: 'string', pattern: '^[45]\\d\\d$' },
      ],
    },
    message: { type: 'string' },
  },
  required: ['code'],
}

const inQuery = (name: string, description: string, schema: JsonSchema, required = false) => ({
  ...{ name, in: 'query', description, schema },
  ...(required && { required }),
})

const parameters = {
  Locale: inQuery('locale', 'It wins over Accept-Locale.', { type: 'string', examples: ['en'] }, true),
  AcceptLocale: { name: 'Accept-Locale', in: 'header', description: 'The same locale.', schema: { type: 'string' } },
  PageNumber: inQuery('page', 'Counted from 1.', { type: 'integer', minimum: 1 }),
  Phrase: inQuery('phrase', 'What a visitor looks for; may be empty.', { type: 'string' }),
  Pagination: inQuery('pagination', '`false`: every result in one answer.', { enum: ['true', 'false'] }),
  Preview: inQuery('preview', '`true`: drafts; needs a token.', { enum: ['true', 'false'] }),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same for each try to send one thing, so that it is stored once.',
    schema: { type: 'string' },
  },
}

function responses(): JsonSchema {
  const failure = (description: string) => answer(description, refTo('Error'))
  return {
    NoToken: failure('There is no token that is good.'),
    NoAccess: failure('The token has no access to this.'),
    Missing: failure('There is no such document in this locale.'),
    Refused: answer('Fields to correct.', refTo('Violations')),
    Failure: failure('Any other failure; 429, 502, 503 and 504 are tried again.'),
  }
}
