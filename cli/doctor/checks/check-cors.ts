import type { Exchange } from '#cli/doctor/ask-raw.ts'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { type Remark, warnIn } from '#cli/doctor/remark.ts'
import { askCall, type Visit } from '#cli/doctor/visit.ts'
import { formEndpoints } from '#demo/forms/form-endpoints.ts'

/** Request headers of the site's pages that a browser lists in a preflight. */
const asked = ['accept-locale', 'authorization', 'content-type', 'idempotency-key']
const askedToRead = ['accept-locale', 'authorization']

const headersOf = (method: Written['method']): string[] => (method === 'GET' ? askedToRead : asked)

/** Codes of remarks on missing endpoints. CORS is not checked there. */
const absence = new Set<Remark['code']>(['form-missing', 'not-found'])

type Written = { path: string; method: 'GET' | 'POST' | 'PUT' }

/**
 * Checks forms and CORS with preflights only, as browsers send them before they write. Nothing is sent that a service
 * could store.
 */
export async function checkWriting(examined: ExaminedLocale[], visit: Visit): Promise<void> {
  const locale = examined[0]?.content.locale ?? visit.family.defaultLocale
  const types = new Set(examined.flatMap(({ blockTypes }) => [...blockTypes]))
  const forms = Object.entries(formEndpoints).flatMap(([type, path]) => (types.has(type) ? [path] : []))
  const hasLogin = examined.some(({ content }) => content.nodes.some(({ nodeType }) => nodeType === 'login'))
  const posted = [...forms, '/cookie_consents', ...(hasLogin ? ['/login'] : [])]
  await checkForms(posted, locale, visit)
  const absent = visit.rows.all.filter(({ remarks }) => remarks.some(({ code }) => absence.has(code)))
  const missing = new Set(absent.map(({ endpoint }) => endpoint))
  const written: Written[] = [
    { path: '/search', method: 'GET' },
    ...posted.map((path) => ({ path, method: 'POST' as const })),
    { path: '/cookie_consents/asked-by-nobody', method: 'PUT' },
  ]
  await checkCors(
    written.filter(({ path }) => ![...missing].some((one) => path === one || path.startsWith(`${one}/`))),
    locale,
    visit,
  )
}

/**
 * Notes forms that the service lacks. A form is missing if GET and OPTIONS answer 404. GET alone is enough if it
 * answers 405 for another form, because that shows that the service distinguishes existing forms from missing ones.
 */
async function checkForms(paths: string[], locale: string, visit: Visit): Promise<void> {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const [get, options] = await Promise.all([
        askCall(visit, { path, locale, isAnonymous: true }),
        askCall(visit, { path, locale, isAnonymous: true, method: 'OPTIONS' }),
      ])
      return {
        path,
        get: get.status,
        options: options.status,
        allow: String(options.headers.allow ?? get.headers.allow ?? ''),
      }
    }),
  )
  const doOthersAnswer = answers.some(({ get }) => get === 405)
  for (const { path, get, options, allow } of answers) {
    const row = visit.rows.of(path)
    const isMissing = get === 404 && (options === 404 || doOthersAnswer)
    row.found = isMissing ? 'nothing' : allow ? `accepts ${allow}` : 'unknown without sending a form'
    if (!isMissing) continue
    const message = `POST ${path} seems to be missing: GET answers 404 and OPTIONS ${options}. The doctor does not send a form to make sure. Pages have a form that sends to it.`
    const hint =
      path === '/cookie_consents'
        ? 'Add it: every page asks for consent and stores the answer there.'
        : 'Add it to the service, or remove the block with the form from the pages.'
    warnIn(row)('form-missing', message, `${hint} If it exists, answer GET with 405.`)
  }
}

async function checkCors(written: Written[], locale: string, visit: Visit): Promise<void> {
  const { origin } = visit.family
  const isNeeded = !visit.settings.apiBase.startsWith('/')
  const row = visit.rows.of('CORS')
  const refusedAt = await Promise.all(
    written.map(async ({ path, method }) => {
      const headers = {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headersOf(method).join(','),
      }
      const query: Record<string, string> = path === '/search' ? { phrase: '' } : {}
      const preflight = await askCall(visit, { path, locale, query, method: 'OPTIONS', isAnonymous: true, headers })
      const found = [problemOf(preflight, method, origin)]
      if (method === 'GET') {
        const answer = await askCall(visit, { path, locale, query, isAnonymous: true, headers: { origin } })
        if (answer.status > 0 && answer.status < 400) found.push(originProblem(answer, origin))
        if (visit.token && (answer.status === 401 || answer.status === 403))
          noteLockedSearch(answer.status, locale, visit)
      }
      return found.flatMap((problem) => (problem ? { problem, at: `${method} ${path}` } : []))
    }),
  )
  const problems = Map.groupBy(refusedAt.flat(), ({ problem }) => problem.join(' '))
  row.found = foundOf(written.length, problems.size, visit)
  for (const same of problems.values()) {
    const where = [...new Set(same.map(({ at }) => at))].sort().join(', ')
    const hint = isNeeded
      ? `Allow ${origin}, with the headers ${asked.join(', ')}: pages of the site send requests to the service themselves.`
      : `This does not matter while hosts pass "${visit.settings.apiBase}" on to the service. It is needed as soon as "apiBase" is a complete address.`
    const [code, what] = same[0]?.problem ?? []
    if (code) warnIn(row)(code, `${what} (${where}).`, hint)
  }
}

function noteLockedSearch(status: number, locale: string, { rows }: Visit): void {
  const message = `GET /search (${locale}) answers ${status} without a token, which visitors do not have.`
  const hint = 'Allow searches without a token: otherwise the search page of the site finds nothing.'
  warnIn(rows.of('/search', locale))('token-needed', message, hint)
}

function foundOf(asked: number, problems: number, { family, settings }: Visit): string {
  if (asked === 0) return 'nothing to check'
  if (problems === 0) return `allows ${family.origin}`
  return settings.apiBase.startsWith('/') ? 'not needed while hosts pass apiBase on' : 'browsers are refused'
}

function problemOf(answer: Exchange, method: Written['method'], origin: string): [Remark['code'], string] | undefined {
  const refusal = answer.status > 0 ? originProblem(answer, origin) : undefined
  if (refusal) return refusal
  if (answer.status < 200 || answer.status > 299)
    return ['cors-status', `A preflight got ${answer.status || 'no answer'}; browsers expect 2xx`]
  const methods = listOf(answer, 'access-control-allow-methods')
  const isSimple = method !== 'PUT' // CORS allows GET and POST without naming them
  if (!isSimple && !methods.includes(method.toLowerCase()) && !methods.includes('*')) {
    return ['cors-method', `Access-Control-Allow-Methods does not list ${method}`]
  }
  const allowed = listOf(answer, 'access-control-allow-headers')
  const refused = headersOf(method).filter(
    (name) => !allowed.includes(name) && !(allowed.includes('*') && name !== 'authorization'),
  )
  return refused.length > 0
    ? ['cors-headers', `Access-Control-Allow-Headers does not list ${refused.join(', ')}`]
    : undefined
}

function originProblem({ headers }: Exchange, origin: string): [Remark['code'], string] | undefined {
  const allowed = headers['access-control-allow-origin']
  if (allowed === undefined) return ['cors-missing', 'Access-Control-Allow-Origin is missing']
  return allowed === '*' || allowed === origin
    ? undefined
    : ['cors-origin', `Access-Control-Allow-Origin is "${allowed}" instead of "${origin}"`]
}

function listOf({ headers }: Exchange, name: string): string[] {
  return String(headers[name] ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
}
