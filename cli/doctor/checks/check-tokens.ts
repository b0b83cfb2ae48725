import type { Exchange } from '#cli/doctor/ask-raw.ts'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { judgeAnswer } from '#cli/doctor/judge-answer.ts'
import { warnIn } from '#cli/doctor/remark.ts'
import { askCall, type Visit, type VisitCall } from '#cli/doctor/visit.ts'
import { type Call, nameOf } from '#content/client/call.ts'
import { statusInBody } from '#content/parse/parse-json.ts'
import { pageSchema } from '#content/schema.ts'

const wrongToken = 'Bearer of-nobody-at-all'
/** The status that is used if there is no response. It is neither a success nor a refusal. */
const noAnswer = 599

/** Requests drafts, hidden pages and the check of a token, with a token and without. A build needs none of these. */
export async function checkTokens(examined: ExaminedLocale, visit: Visit): Promise<void> {
  const { content, readings } = examined
  const { locale, nodes } = content
  const page = readings.find(({ call }) => call.path.startsWith('/pages/'))?.call
  if (page) await checkPreview(page, visit)
  const hasLogin = nodes.some(({ nodeType, nodeReference }) => nodeType === 'login' || nodeReference === 'hidden_pages')
  if (hasLogin) await checkHidden(locale, visit)
}

async function checkPreview(page: Call, visit: Visit): Promise<void> {
  const call: VisitCall = { path: page.path, locale: page.locale, query: { preview: 'true' } }
  const row = visit.rows.of('/pages/{id}?preview=true', page.locale)
  const warn = warnIn(row, nameOf(page))
  const open = await askCall(visit, { ...call, isAnonymous: true })
  const status = statusOf(open)
  row.found = `${inWords(status)} without a token`
  if (status < 300) {
    warn('preview-open', `returns drafts to anyone, or has none: preview=true without a token is answered ${status}.`)
  } else if (status !== 401 && status !== 403) {
    warn('preview-refused', `answers ${inWords(status)} to preview=true without a token.`)
  } else {
    const forged = await askCall(visit, { ...call, isAnonymous: true, headers: { authorization: wrongToken } })
    if (statusOf(forged) < 300) warn('token-ignored', `returns drafts for an invented token.`)
  }
  if (!visit.token) return
  const exchange = await askCall(visit, call)
  const { value, remarks } = judgeAnswer(exchange, `${nameOf(page)} with preview=true`, {
    hasToken: true,
    isError: false,
  })
  row.found += `, ${inWords(exchange.status || noAnswer)} with one`
  if (pageSchema.safeParse(value).success) return
  const why = remarks.map(({ message }) => message).join(' ') || 'the answer is not a page.'
  warn('preview-broken', `returns no draft for the token of SITE_API_TOKEN: ${why}`)
}

async function checkHidden(locale: string, visit: Visit): Promise<void> {
  const hidden: VisitCall = { path: '/hidden_pages/asked-by-nobody', locale, isAnonymous: true }
  const check: VisitCall = { path: '/token/check', locale, isAnonymous: true }
  const isForged = { headers: { authorization: wrongToken } }
  const asked = [hidden, { ...hidden, ...isForged }, check, { ...check, ...isForged }]
  const answers = await Promise.all(asked.map((call) => askCall(visit, call)))
  const [pageStatus = 0, pageForged = 0, checkStatus = 0, forgedStatus = 0] = answers.map(statusOf)
  const [pageRow, checkRow] = [visit.rows.of('/hidden_pages/{slug}', locale), visit.rows.of('/token/check', locale)]
  pageRow.found = `${inWords(pageStatus)} without a token`
  checkRow.found = `${inWords(checkStatus)} without a token`
  const warn = warnIn(pageRow, `GET ${hidden.path} (${locale})`)
  const warnOfCheck = warnIn(checkRow, `GET ${check.path}`)
  if (pageStatus < 300) warn('hidden-open', `is answered ${pageStatus} without a token.`)
  else if (pageForged < 300) warn('token-ignored', `is answered ${pageForged} with an invented token.`)
  if (checkStatus === 404) {
    warnOfCheck(
      'not-found',
      'answers 404, so an expired token is noticed only at a hidden page.',
      'Answer 204 to a valid token, and 401 otherwise.',
    )
  } else if (checkStatus < 300 || forgedStatus < 300) {
    warnOfCheck(
      'token-ignored',
      `answers ${Math.min(checkStatus, forgedStatus)} ${checkStatus < 300 ? 'without a token' : 'to an invented token'}.`,
      'Answer 204 only to a valid token, and 401 otherwise.',
    )
  }
}

/** Returns the status of a response, or the status that its body names instead. */
function statusOf({ status, body }: Exchange): number {
  const isGood = status >= 200 && status < 300
  return (isGood && statusInBody(body)) || status || noAnswer
}

function inWords(status: number): string {
  return status === noAnswer ? 'nothing' : `${status}`
}
