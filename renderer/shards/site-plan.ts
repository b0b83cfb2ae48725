import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import { type Finding, UsageError } from '#content/finding.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import type { PictureData } from '#publish/pictures/plan-pictures.ts'
import { replaceFile } from '#publish/replace-file.ts'
import { sealOf, wrongSeal } from '#publish/seal.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { ReadSite } from '#renderer/build/read-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { AssetNames } from '#renderer/reader/asset-placeholders.ts'
import { packContents, readContents } from '#renderer/site/content-pieces.ts'
import { lazyFields } from '#renderer/site/lazy-fields.ts'
import type { Code } from '#renderer/sources/read-code.ts'
import type { PlanFingerprint } from './plan-fingerprint.ts'

/**
 * The content of a plan file: the site data, as the service gave it at one
 * moment, so that all shards build the same site.
 */
export type SitePlanData = {
  /** Options of `site plan` that also apply to shards and merge. */
  options: Pick<BuildJob, 'locales' | 'engine' | 'api' | 'commerceApi' | 'service'> & {
    images: 'on' | 'off'
    strict: boolean
    family: string
  }
  /** The plan without settings and texts, which shards read from the project. */
  plan: Omit<ReadSite['plan'], 'settings' | 'family' | 'texts'>
  /** Checksums of documents by locale. */
  contents: ReadSite['contents']
  names: AssetNames
  pictures: PictureData
  code: Code
  fingerprint: PlanFingerprint
  findings: { warnings: Finding[]; errors: Finding[] }
  /** The places of the family's pages, in order. They decide which shard makes each page (`placesOf`, `shardAt`). */
  places: Float64Array
}

/**
 * A plan file that was opened, with the seal that identifies it. The routes of a
 * locale are read when they are first needed.
 */
export type SealedPlan = SitePlanData & { seal: string; locales: PlannedLocale[] }

/**
 * How many pages a locale has, and whether it belongs to the family that is built. Pages of
 * the family are in the order of their locales.
 */
type PlannedLocale = { locale: string; pages: number; isOwn: boolean }

const magic = 'site-plan 10'

/**
 * Names of the pieces of the file: the one that is always read, the one that only a merge reads, and the checksums of a
 * locale's documents. The content of a locale is named by the locale.
 */
const [whole, merging] = ['site', 'merge']
const digestsOf = (locale: string): string => `digests ${locale}`

type WholePiece = Omit<SitePlanData, 'contents' | 'plan'> & {
  plan: Omit<SitePlanData['plan'], 'contents' | (typeof mergeFields)[number]>
  locales: PlannedLocale[]
}
/** `lost` are the routes of pages without content. */
type MergePiece = Pick<SitePlanData['plan'], 'moved'> & { lost: Route[] }
const mergeFields = ['planned', 'own', 'moved'] as const

/**
 * Writes a plan file: a line with the seal, followed by the pieces by name, each serialised by `node:v8` and compressed.
 */
export function writePlan(file: string, plan: SitePlanData, key: string | undefined): void {
  const body = serialize(piecesOf(plan))
  try {
    const place = existsSync(file) ? realpathSync(file) : file // a link remains a link, including /dev/stdout
    replaceFile(place, Buffer.concat([Buffer.from(`${magic} ${sealOf(body, key)}\n`), body]))
  } catch (cause) {
    throw new UsageError(`The plan cannot be written to "${file}".`, {
      hint: 'Pass another file with --out. Its folder must exist, and its disk must have free space.',
      cause,
    })
  }
}

/**
 * Opens a plan file. Throws a `UsageError` for a file that is not a plan, is damaged, or is not signed with the key.
 */
export function readPlan(file: string, key: string | undefined): SealedPlan {
  const bytes = readFileOrThrow(file)
  const end = bytes.indexOf('\n')
  const [first, second, seal = ''] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split(' ')
  if (`${first} ${second}` !== magic) throw noPlan(file, 'is not a plan of this version')
  const body = bytes.subarray(end + 1)
  const wrong = wrongSeal(seal, body, key)
  if (wrong) throw noPlan(file, wrong)
  return Object.assign(planOf(deserialize(body)), { seal }) // the seal proves that `writePlan` wrote it
}

function piecesOf({ contents, plan, ...site }: SitePlanData): Map<string, Uint8Array> {
  const { contents: ofPlan, planned, own, moved, ...rest } = plan
  const ownLocales = new Set(own.map(({ locale }) => locale))
  const shown = new Set([...ofPlan.values()].flatMap(({ routes }) => routes))
  const locales = [...ofPlan].map(([locale, { routes }]) => ({
    locale,
    pages: routes.length,
    isOwn: ownLocales.has(locale),
  }))
  const known: WholePiece = { ...site, plan: rest, locales }
  const ofMerge: MergePiece = { moved, lost: planned.filter((route) => !shown.has(route)) }
  const digests = [...contents].map(([locale, one]) => [digestsOf(locale), serialize(one.digests)] as const)
  const pieces = [
    [whole, serialize(known)],
    [merging, serialize(ofMerge)],
    ...packContents(ofPlan),
    ...digests,
  ] as const
  return new Map(pieces.map(([name, piece]) => [name, zstdCompressSync(piece)]))
}

/** Reads each locale when it is first needed, because most shards make pages of one or two locales. */
function planOf(pieces: Map<string, Uint8Array>): Omit<SealedPlan, 'seal'> {
  const pieceOf = (name: string) => zstdDecompressSync(pieces.get(name) ?? '', { chunkSize: 2 ** 20 })
  const { plan, locales, ...site } = deserialize(pieceOf(whole)) as WholePiece
  const names = locales.map(({ locale }) => locale)
  const contents = readContents(names, pieceOf)
  const routesOf = (some: PlannedLocale[]): Route[] => some.flatMap(({ locale }) => contents.get(locale)?.routes ?? [])
  const ofMerge = () => {
    const { lost, moved } = deserialize(pieceOf(merging)) as MergePiece
    return { planned: [...routesOf(locales), ...lost], own: routesOf(locales.filter(({ isOwn }) => isOwn)), moved }
  }
  const checksumsOf = (locale: string): Pick<LocaleContent, 'digests'> =>
    lazyFields(['digests'], () => ({ digests: deserialize(pieceOf(digestsOf(locale))) }))
  return {
    ...{ ...site, locales },
    contents: new Map(names.map((locale) => [locale, checksumsOf(locale)])),
    plan: lazyFields(mergeFields, ofMerge, { ...plan, contents }),
  }
}

function readFileOrThrow(file: string): Buffer {
  try {
    return readFileSync(file, { flag: nonBlocking })
  } catch (cause) {
    throw noPlan(file, 'cannot be read', cause)
  }
}

function noPlan(file: string, what: string, cause?: unknown): UsageError {
  return new UsageError(`The plan "${file}" ${what}.`, {
    hint: 'Make a plan with "site plan --out FILE", and give every shard the same file and the same SITE_PLAN_KEY.',
    cause,
  })
}
