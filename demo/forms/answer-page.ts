import type { Context } from 'hono'
import { html } from 'hono/html'
import { type FormName, successNoteKey } from '#hydrate/forms/form-spec.ts'
import { messageLang } from '#hydrate/forms/message-lang.ts'
import { fieldLabel, formTexts } from './form-texts.ts'

export type Violation = { propertyPath: string; message: string }
/** The form that was sent. `referral` is the address of its page, according to the sender. */
export type SentForm = { form: FormName; locale: string; referral: unknown }

type Markup = ReturnType<typeof html>

/** Whether the request is a form that the browser itself sent, which expects a page and not JSON. */
export function wantsPage(c: Context): boolean {
  const accept = c.req.header('Accept') ?? ''
  return accept.includes('text/html') && !accept.includes('json')
}

/** Answers 201 with a page that thanks the sender. */
export function answerTaken(c: Context, sent: SentForm): Response | Promise<Response> {
  const text = formTexts(sent.locale)
  return answerPage(c, {
    locale: sent.locale,
    title: text('form.successTitle'),
    body: html`<p>${text(successNoteKey(sent.form))}</p>${backLink(c, sent)}`,
    status: 201,
  })
}

/** Answers 422 with a page that names the fields to correct. */
export function answerRefused(
  c: Context,
  sent: SentForm,
  violations: readonly Violation[],
): Response | Promise<Response> {
  const rows = violations.map(({ propertyPath, message }) => {
    const label = fieldLabel(propertyPath, sent.locale)
    const lang = messageLang(message, sent.locale) ?? sent.locale
    return html`<li><strong>${label}</strong>: <span lang="${lang || 'en'}">${message}</span></li>`
  })
  const body = html`<ul>${rows}</ul>${backLink(c, sent)}`
  return answerPage(c, { locale: sent.locale, title: formTexts(sent.locale)('form.summaryTitle'), body, status: 422 })
}

/** Answers any other failure with a page. The locale is the browser's, because the body may be unreadable. */
export function answerFailed(c: Context, status: PageOptions['status'], message: string): Response | Promise<Response> {
  const locale = (c.req.query('locale') ?? c.req.header('Accept-Language') ?? '').slice(0, 2)
  return answerPage(c, { locale, title: formTexts(locale)('form.failure'), body: html`<p>${message}</p>`, status })
}

type PageOptions = { locale: string; title: string; body: Markup; status: 201 | 400 | 404 | 413 | 415 | 422 | 500 }

const style =
  'body{font:18px/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto 0;padding:0 1.5rem;color:#0d1b24;background:#f6f7f4}h1{font-size:1.6rem;line-height:1.25}a{color:inherit}'

function answerPage(c: Context, { locale, title, body, status }: PageOptions): Response | Promise<Response> {
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'no-store')
  const page = html`<!doctype html>
<html lang="${locale || 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`
  return c.html(page, status)
}

function backLink(c: Context, { locale, referral }: SentForm): Markup {
  const url = typeof referral === 'string' && referral ? URL.parse(referral, c.req.header('Referer')) : null
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb ? html`<p><a href="${url.href}">${formTexts(locale)('cookies.back')}</a></p>` : html``
}
