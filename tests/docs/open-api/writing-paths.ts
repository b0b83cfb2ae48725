import { forms } from '#hydrate/forms/fields/fields.ts'
import { consentName, type Field, type FormSpec, hasFiles } from '#hydrate/forms/form-spec.ts'
import { type JsonSchema, refTo } from './content-schemas.ts'

/** The paths that browsers write to at run time: forms, consents and the login. */
export function writingPaths(): Record<string, JsonSchema> {
  const ofForms = Object.values(forms).map((form) => [`/${form.path}`, { post: postOf(form) }])
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return {
    ...Object.fromEntries(ofForms),
    '/cookie_consents': {
      post: {
        operationId: 'addConsent',
        summary: 'Stores what a visitor agreed to.',
        parameters: [refToKey],
        requestBody: jsonBody(refTo('Consent')),
        responses: { '201': answer('The consent with its id.', refTo('StoredConsent')), ...failures('422') },
      },
    },
    '/cookie_consents/{id}': {
      put: {
        operationId: 'changeConsent',
        summary: 'Stores another choice of the same visitor.',
        parameters: [id, refToKey],
        requestBody: jsonBody(refTo('Consent')),
        responses: {
          '200': answer('The consent with its id.', refTo('StoredConsent')),
          ...failures('404', '422'),
        },
      },
    },
    '/login': {
      post: {
        operationId: 'logIn',
        summary: 'Gives a token for the hidden pages.',
        requestBody: jsonBody(objectOf({ login: text, password: text }, ['login', 'password'])),
        responses: { '200': answer('The token.', objectOf({ token: text }, ['token'])), ...failures('401') },
      },
    },
  }
}

/** The schemas that only these paths use. */
export function writingSchemas(): Record<string, JsonSchema> {
  const consent = {
    referral: { type: 'string', minLength: 1, maxLength: 2000, description: 'The address of the page.' },
    ...Object.fromEntries(
      ['necessaryConsent', 'functionalConsent', 'analyticConsent', 'advertisingConsent'].map((name) => [
        name,
        { type: 'boolean' },
      ]),
    ),
  }
  const violation = objectOf({ propertyPath: text, message: text }, ['propertyPath', 'message'])
  return {
    Consent: objectOf(consent, Object.keys(consent)),
    StoredConsent: objectOf({ id: refTo('Id'), ...consent }, ['id']),
    Stored: objectOf({ id: refTo('Id') }, ['id']),
    Violations: objectOf({ violations: { type: 'array', items: violation } }, ['violations']),
  }
}

const text = { type: 'string' } as const
const refToKey = { $ref: '#/components/parameters/IdempotencyKey' }

function postOf(form: FormSpec): JsonSchema {
  const schema = bodyOf(form)
  const isJsonTaken = !form.fields.some(({ kind, required }) => kind === 'file' && required)
  const content = {
    ...(isJsonTaken && { 'application/json': { schema } }),
    ...(hasFiles(form) && { 'multipart/form-data': { schema: multipartOf(form, schema) } }),
  }
  return {
    operationId: form.path.replaceAll(/[_/](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: 'Takes a form that a visitor has filled in.',
    parameters: [refToKey],
    requestBody: { required: true, content },
    responses: { '201': answer('It is stored under this id.', refTo('Stored')), ...failures('422') },
  }
}

function bodyOf({ fields, consents, hidden = [] }: FormSpec): JsonSchema {
  const agreed = Object.fromEntries(consents.map((name) => [name, { const: true }]))
  const named = fields.map((field) => [field.name, schemaOf(field)])
  const properties = {
    ...Object.fromEntries(named),
    ...Object.fromEntries(hidden.map((name) => [name, text])),
    consents: objectOf(agreed, consents),
    locale: text,
    referral: { ...text, description: 'The address of the page.' },
    recaptchaToken: text,
  }
  return objectOf(properties, [...fields.filter(({ required }) => required).map(({ name }) => name), 'consents'])
}

/** The parts of a multipart body are flat: a consent is the part `consents[name]`. */
function multipartOf({ consents }: FormSpec, schema: JsonSchema): JsonSchema {
  const { consents: _, ...properties } = schema.properties as JsonSchema // `bodyOf` has made it
  const required = (schema.required as string[]).filter((name) => name !== 'consents')
  const parts = consents.map(consentName)
  const agreed = Object.fromEntries(parts.map((name) => [name, { enum: ['true', 'on'] }]))
  return objectOf({ ...properties, ...agreed }, [...required, ...parts])
}

function schemaOf({ kind, minLength, maxLength, options }: Field): JsonSchema {
  const lengths = { ...(minLength && { minLength }), ...(maxLength && { maxLength }) }
  switch (kind) {
    case 'integer':
      return { type: 'integer' }
    case 'checkbox':
      return { type: 'boolean' }
    case 'select':
      return { type: 'string', enum: [...(options ?? [])] }
    case 'file':
      return { type: 'string', format: 'binary' }
    case 'files':
      return { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 3 }
    case 'email':
      return { type: 'string', format: 'email', ...lengths }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'time':
      return { type: 'string', description: 'HH:MM in the time zone of the site.' }
    default:
      return { type: 'string', ...lengths }
  }
}

function objectOf(properties: JsonSchema, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required: [...required] }
}

function jsonBody(schema: JsonSchema): JsonSchema {
  return { required: true, content: { 'application/json': { schema } } }
}

/** A JSON answer. */
export function answer(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/ld+json': { schema }, 'application/json': { schema } } }
}

const failureNames: Record<string, string> = {
  '401': 'NoToken',
  '403': 'NoAccess',
  '404': 'Missing',
  '422': 'Refused',
}

/** The answers with these statuses, and any other failure. */
export function failures(...statuses: string[]): JsonSchema {
  const named = statuses.map((status) => [status, { $ref: `#/components/responses/${failureNames[status]}` }])
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Failure' } }
}
