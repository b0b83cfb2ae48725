import type { ServerResponse } from 'node:http'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { launchBrowser, still } from './browser.ts'
import { doneOf, type Filled, forms, keepUploads, submitOf } from './filled-forms.ts'
import { type Visit, type VisitOptions, visit } from './site.ts'
import { translate } from './translate.ts'
import { startVariantSite, type VariantSite } from './variant-site.ts'

const { fill } = keepUploads()

let browser: Browser
let site: VariantSite
let at: Visit | undefined
beforeAll(async () => {
  browser = await launchBrowser()
  site = await startVariantSite({ settings: { nativeForms: true }, locales: ['en'] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
afterEach(async () => {
  site.intercept = undefined
  await at?.context.close()
})

async function open(path: string, options: VisitOptions = {}): Promise<Visit> {
  at = await visit(browser, `${site.origin}${path}`, { ...still, ...options })
  return at
}

const sentTo = (form: string) => site.received.filter(({ method, url }) => method === 'POST' && url === `/api/${form}`)

/** Holds back the script of forms until the returned function is called. */
function holdScript(): () => Promise<void> {
  const asked = Promise.withResolvers<{ url: string; response: ServerResponse }>()
  site.intercept = ({ url }, response) => {
    const isScript = /\/assets\/entry-form.*\.js/.test(url)
    if (isScript) asked.resolve({ url, response })
    return isScript
  }
  return async () => {
    const { url, response } = await asked.promise
    site.intercept = undefined
    const script = await fetch(`${site.origin}${url}`)
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(await script.text())
  }
}

describe('with a service that answers browsers with pages', () => {
  /** One form without files and one with. The soak test uses every form. */
  const tried = Object.entries(forms).filter(([form]) => isSoak || /^contact|job_application/.test(form))
  it.each(tried)('posts %s without scripts', async (form, filled) => {
    const { page } = await open(filled.path, { javaScriptEnabled: false })
    expect(await page.locator('main .direct-line:visible').innerText()).toContain('hello@trasanova.example')
    await fill(page, filled)
    await submitOf(page).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Thank you for submitting the form.')
    expect(sentTo(form).at(-1)?.headers.accept).toContain('text/html')
  })

  it("shows the browser's own file field while there is no script", async () => {
    const { page } = await open('/en/help', { javaScriptEnabled: false })
    expect(await page.locator('.form [type=file]').evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
  })

  it('holds a form that is submitted before it is awake, and sends it once', async () => {
    const release = holdScript()
    const { page } = await open('/en/contact')
    const { fields } = forms.contact_form_entries as Filled
    await page.locator('.form form').evaluate((form, values) => {
      const { elements } = form as HTMLFormElement
      for (const [name, value] of Object.entries(values)) (elements.namedItem(name) as HTMLInputElement).value = value
      ;(elements.namedItem('consents[dataProcessing]') as HTMLInputElement).checked = true
    }, fields)
    await submitOf(page).click()
    await submitOf(page).click()
    expect(await page.locator('[data-awake]').count()).toBe(0)
    site.received.length = 0
    await release()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(sentTo('contact_form_entries')).toHaveLength(1)
  })
  it.runIf(isSoak)('keeps values and focus when the browser translates the page before the form is awake', async () => {
    const release = holdScript()
    const { page } = await open('/en/help')
    await translate(page)
    await page.locator('.form [name=fullName]').fill('Anna Nowak')
    await page.locator('.form [type=checkbox]').check()
    await page
      .locator('.form [type=file]')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await page.locator('.form [name=message]').focus()
    await page.keyboard.type('Good mor')
    await release()
    await page.waitForSelector('[data-awake] form')
    await page.keyboard.type('ning')
    expect(await page.locator('.form [name=fullName]').inputValue()).toBe('Anna Nowak')
    expect(await page.locator('.form [name=message]').inputValue()).toBe('Good morning')
    expect(await page.locator('.form [type=checkbox]').isChecked()).toBe(true)
    await expect.poll(() => page.locator('.form .files').innerText()).toContain('a.pdf')
  })
})
