import { type Context, Hono } from 'hono'
import { requestLocale } from '#demo/answers/request-locale.ts'
import type { DemoDatabase } from '#demo/database.ts'
import { idempotencyKey } from '#demo/idempotency-key.ts'
import { type RequestBody, readBody } from '#demo/read-body.ts'
import { contentKinds } from '#demo/source/content-kinds.ts'
import type { Content } from '#demo/source/read-content.ts'
import { forms, withIndustries } from '#hydrate/forms/fields/fields.ts'
import type { FormName, FormSpec } from '#hydrate/forms/form-spec.ts'
import { answerRefused, answerTaken, wantsPage } from './answer-page.ts'
import { type CheckedEntry, checkEntry, type Problem } from './check-entry.ts'
import { formMessage } from './form-texts.ts'

type FormRouteParts = { content: Content; database: DemoDatabase; industries?: readonly string[] | undefined }

/**
 * The `POST` of every form: 201 `{id}`, 422 `{violations}`. A form that the browser itself sent (`Accept: text/html`)
 * gets a page instead.
 */
export function formRoutes({ content, database, industries }: FormRouteParts): Hono {
  const routes = new Hono()
  for (const name of Object.keys(forms) as FormName[]) {
    const form = industries ? withIndustries(forms[name], industries) : forms[name]
    routes.post(`/${form.path}`, async (c) => {
      const body = await readBody(c)
      const locale = formLocale(c, body, content.locales())
      const entry = await checkEntry(form, body, locale.name)
      entry.problems.push(...locale.problems, ...takeJobOffer({ entry, form, body, content, locale: locale.name }))
      const page = { form: name, locale: locale.name, referral: entry.body.referral }
      if (entry.problems.length > 0) {
        const violations = entry.problems.map(({ propertyPath, key }) => ({
          propertyPath,
          message: formMessage(locale.name, key),
        }))
        return wantsPage(c) ? answerRefused(c, page, violations) : c.json({ violations }, 422)
      }
      const { body: stored, files } = entry
      const id = database.addEntry({
        form: form.path,
        locale: locale.name,
        body: stored,
        files,
        idempotencyKey: idempotencyKey(c),
      })
      return wantsPage(c) ? answerTaken(c, page) : c.json({ id }, 201)
    })
  }
  return routes
}

/**
 * `locale` in the query takes precedence, then the `locale` of the body, then `Accept-Locale`. An unknown locale is a
 * violation in the body, and 404 elsewhere.
 */
function formLocale(c: Context, { values }: RequestBody, locales: string[]): { name: string; problems: Problem[] } {
  const own = values.get('locale')
  if (c.req.query('locale') !== undefined || own === undefined) return { name: requestLocale(c, locales), problems: [] }
  if (typeof own === 'string' && locales.includes(own)) return { name: own, problems: [] }
  return { name: '', problems: [{ propertyPath: 'locale', key: 'validation.invalid' }] }
}

type JobOfferParts = { entry: CheckedEntry; form: FormSpec; body: RequestBody; content: Content; locale: string }

function takeJobOffer({ entry, form, body, content, locale }: JobOfferParts): Problem[] {
  if (!form.hidden?.includes('jobOffer')) return []
  const slug = body.values.get('jobOffer')
  if (slug === undefined || slug === null || slug === '') return []
  const { documents } = locale ? content.read(contentKinds.jobOffers, { locale, drafts: false }) : { documents: [] }
  if (!documents.some(({ data }) => data.slug === slug))
    return [{ propertyPath: 'jobOffer', key: 'validation.invalid' }]
  entry.body.jobOffer = slug
  return []
}
