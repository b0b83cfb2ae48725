import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { note, type Remark } from '#cli/doctor/remark.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import { SiteError } from '#content/finding.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import { readSource } from '#publish/pictures/picture-source.ts'
import { hintOfOutage, outageKinds } from '#publish/pictures/report-picture.ts'

const maxPictures = 60

/** Requests pictures of the documents that were read. */
export async function checkPictures(examined: ExaminedLocale[], visit: Visit): Promise<void> {
  const places = new Map(examined.flatMap(({ pictures }) => [...pictures]))
  const chosen = [...places].slice(0, maxPictures)
  const row = visit.rows.of('pictures')
  let good = 0
  await Promise.all(
    chosen.map(async ([address, place]) => {
      const problem = await problemOf(address, visit)
      if (!problem) good += 1
      else
        note(row, {
          ...problem,
          isError: visit.isStrict || problem.isError === true,
          message: `The picture "${shownAddress(address)}" of ${place} ${problem.message}`,
        })
    }),
  )
  const whole = places.size > chosen.length ? `the first ${chosen.length}, of ${places.size}` : places.size
  row.found = places.size === 0 ? 'none' : `${good} of ${whole}`
}

type Problem = Pick<Remark, 'code' | 'message' | 'hint'> & { isError?: boolean }

async function problemOf(address: string, visit: Visit): Promise<Problem | undefined> {
  const { api, settings, ask } = visit
  const url = address.trim() === '' ? null : URL.parse(address, api.origin)
  if (!url) return { code: 'image-invalid', message: 'has no valid address.', hint: 'Correct it at the service.' }
  const origins = [api.origin, ...settings.pictureOrigins]
  if (!origins.includes(url.origin)) return forbidden(url, 'is at')
  const asked = await ask({ url, maxBytes: settings.limits.pictureBytes, isFile: true, origins })
  const { status, headers, trouble, body, redirects } = asked
  const target = redirects.at(-1)
  if (target && !origins.includes(target.origin)) return forbidden(target, 'redirects to')
  if (status !== 200 || trouble) {
    const found = trouble?.words ?? String(status)
    const isError = outageKinds.test(found)
    const elsewhere = `Relative addresses are resolved against the origin of the service, "${api.origin}". Use an absolute address if the picture is elsewhere.`
    const hint = isError ? hintOfOutage : elsewhere
    return { code: 'image-missing', message: `answers ${found}.`, hint, isError }
  }
  const type = String(headers['content-type'] ?? '')
  const isPage = /^(text\/html|application\/(ld\+)?json)/i.test(type)
  const message = isPage ? `is not a picture but ${type}.` : await faultOf(body, visit)
  return message === undefined ? undefined : { code: 'image-invalid', message, hint: 'Upload it again at the service.' }
}

function forbidden({ origin, protocol }: URL, how: string): Problem {
  const [what, hint] = /^https?:$/.test(protocol)
    ? [
        `"${origin}", which the settings do not allow.`,
        `Add "${origin}" to pictureOrigins in the settings, or store the picture at the service.`,
      ]
    : ['an address that is neither http nor https.', 'Store the picture at the service.']
  return { code: 'image-forbidden', message: `${how} ${what}`, hint }
}

/** Returns what a build would find wrong with a picture. */
async function faultOf(body: Buffer, { settings }: Visit): Promise<string | undefined> {
  const url = 'it'
  try {
    await readSource(body, { url, maxPixels: settings.limits.picturePixels })
    return undefined
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    return error.finding.message.replace(`The picture "${url}" `, '')
  }
}
