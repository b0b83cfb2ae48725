import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Findings, UsageError } from '#content/finding.ts'

const path = z.string().regex(/^\/(?!\/)/, 'expected a path that starts with one "/"')
const redirectsSchema = z.strictObject({
  $schema: z.string().optional(),
  redirects: z.array(z.strictObject({ from: path, to: path })),
})

/** One old address and where it leads, in one hop, decoded. */
export type Redirect = { from: string; to: string }

/** Reads `redirects.json`. Throws a `UsageError` naming each wrong entry; a missing file is no redirects. */
export async function readRedirects(file: string): Promise<Redirect[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"redirects":[]}'
    throw error
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`"${file}" is not valid JSON: ${(cause as Error).message}.`, { cause })
  }
  const result = redirectsSchema.safeParse(json)
  if (result.success) return result.data.redirects
  const entries = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new UsageError(`"${file}" is not valid: ${entries}.`, { hint: 'Each entry is {"from": "/old", "to": "/new"}.' })
}

export type CompileOptions = {
  redirects: Redirect[]
  /** Folds spellings of one address, so that `/x` and `/x/` are equal. */
  keyOf: (path: string) => string
  /** True for an address of a page. */
  isPage: (path: string) => boolean
  /** True for an address of a locale that this build leaves out, whose targets cannot be judged. */
  isOutside: (path: string) => boolean
  findings: Findings
}

/**
 * Flattens chains to one hop. Loops are errors with the path printed; a source that is a live page is dropped and reported
 * (the page wins); a target that no page answers is reported.
 */
export function compileRedirects({ redirects, keyOf, isPage, isOutside, findings }: CompileOptions): Redirect[] {
  const next = new Map(redirects.map((redirect) => [keyOf(redirect.from), redirect]))
  return redirects.flatMap(({ from, to }) => {
    if (isPage(from)) {
      findings.warn({
        code: 'redirect-shadowed',
        message: `The redirect from "${from}" to "${to}" is left out, because a page has that address.`,
        where: { path: from },
        hint: 'Take the entry out of redirects.json, or give the page another slug.',
      })
      return []
    }
    const trail = [from]
    let target = to
    for (let step = next.get(keyOf(target)); step && !isPage(target); step = next.get(keyOf(target))) {
      if (trail.some((passed) => keyOf(passed) === keyOf(target))) return reportLoop([...trail, target], findings)
      trail.push(target)
      target = step.to
    }
    if (!isPage(target) && !isOutside(target)) {
      findings.warn({
        code: 'redirect-dead',
        message: `The redirect from "${from}" leads to "${target}", but no page has that address.`,
        where: { path: from, url: target },
        hint: 'Correct the target in redirects.json.',
      })
    }
    return [{ from, to: target }]
  })
}

function reportLoop(trail: string[], findings: Findings): [] {
  findings.error({
    code: 'redirect-loop',
    message: `The redirects lead in a circle: ${trail.map((step) => `"${step}"`).join(' → ')}.`,
    where: { path: trail[0] ?? '' },
    hint: 'Take one of these entries out of redirects.json.',
  })
  return []
}
