import { join } from 'node:path'
import { type Finding, UsageError } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import { readTexts } from '#locales/translator.ts'
import type { Pictures } from '#publish/pictures/open-pictures.ts'
import { planPictures } from '#publish/pictures/plan-pictures.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { Writer } from '#publish/writer.ts'
import type { MadePage, OpenedMakers, OpenMakersOptions } from '#renderer/build/pages/page-makers.ts'
import type { ReadSite, ReadSiteOptions } from '#renderer/build/read-site.ts'
import type { SiteSource } from '#renderer/build/site-source.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { KnownPage } from '#renderer/reads/known-build.ts'
import type { PackedRead, PackedReads } from '#renderer/reads/pack-reads.ts'
import { type PageStore, readPageStore } from '#renderer/reads/page-store.ts'
import type { QuestionIds } from '#renderer/reads/question-ids.ts'
import { localesOf } from '#renderer/settings.ts'
import { readCode } from '#renderer/sources/read-code.ts'
import { badPart, type Part, partPages, partRefused, type TakenFiles, takenFiles } from './part.ts'
import { differenceOf } from './plan-fingerprint.ts'
import type { SealedPlan } from './site-plan.ts'

/** The source of a merge: the site from the plan file, with the pages and pictures that shards made. */
export function fromParts(plan: SealedPlan, parts: Part[]): SiteSource {
  const files = takenFiles()
  return {
    readSite: (options) => readPlanned(plan, options),
    openPictures: async ({ writer }) => picturesOf(parts, { plan, writer, files }),
    openMakers: async (options) => openPartMakers(parts, files, options),
  }
}

async function readPlanned(planned: SealedPlan, { job, run, sources }: ReadSiteOptions): Promise<ReadSite> {
  const different = differenceOf(planned.fingerprint, job)
  if (different) {
    throw new UsageError(`The parts cannot be merged here, because ${different}.`, {
      hint: 'Use the same commit, lock file, version of Node and settings as "site plan".',
    })
  }
  const { settings, family, siteRoot } = job
  const { contents, findings, code } = planned
  for (const one of findings.warnings) run.findings.warn(one)
  for (const one of findings.errors) run.findings.error(one)
  const build = await readCode(job, sources)
  const texts = readTexts(localesOf(settings), siteRoot)
  const plan = { ...planned.plan, settings, family, texts }
  // No notes of documents are kept: the next build could use them only with the bytes of
  // the documents, which a merge does not have.
  return { ...build, plan, contents, noted: new Map(), code, pictures: { urls: new Set(), placesOf: () => [] } }
}

/** Opens makers that take pages, and the questions that these asked, from parts. */
function openPartMakers(parts: Part[], files: TakenFiles, { writer, questionIds }: OpenMakersOptions): OpenedMakers {
  const opened = parts.map((part) => ({ part, store: openPages(part), idsOf: questionIds.ofRenderer() }))
  const known = new Map<string, Opened & { page: KnownPage }>()
  const broughtAnswers = new Set<string>()
  for (const { store, ...rest } of opened) {
    const packReads = readsPacker(store, broughtAnswers)
    for (const page of store.previous.pages.values()) known.set(page.file, { ...rest, packReads, page })
  }
  const take = async (route: Route): Promise<MadePage> => {
    const found = known.get(route.file)
    if (!found) return { finding: whyMissing(route, parts) }
    const { part, page, idsOf, packReads } = found
    const { placeholders, findings } = page
    const asked = idsOf(packReads(page))
    return { page: { placeholders, findings, asked }, written: await files.take(part, page, writer) }
  }
  return {
    makers: [(routes) => Promise.all(routes.map(take))],
    async [Symbol.asyncDispose]() {
      for (const { store } of opened) store[Symbol.dispose]()
    },
  }
}

type Opened = {
  part: Part
  idsOf: ReturnType<QuestionIds['ofRenderer']>
  packReads: (page: KnownPage) => PackedReads
}

function openPages({ folder }: Part): PageStore {
  const store = readPageStore(join(folder, partPages))
  if (!store.notice) return store
  store[Symbol.dispose]()
  throw badPart(folder, `has no readable "${partPages}"`)
}

/**
 * Returns a function that packs the questions of a page from the part's page store, like the process that rendered
 * the page. `broughtAnswers` are the digests of answers that earlier parts had. These are not read again.
 */
function readsPacker(store: PageStore, broughtAnswers: Set<string>): (page: KnownPage) => PackedReads {
  const places = new Map<number, number>()
  const { questions } = store.previous
  return ({ asked }) => {
    const fresh: PackedRead[] = []
    const placeOf = memoize((id: number) => {
      const { question = '', answer = '' } = questions.get(id) ?? {}
      const json = broughtAnswers.has(answer) ? undefined : store.answer(answer)
      if (json !== undefined) broughtAnswers.add(answer)
      fresh.push({ question, answer, json })
      return places.size
    }, places)
    return { asked: asked.map(placeOf), fresh }
  }
}

/** The finding of the shard that could not make a page. */
function whyMissing({ file, href }: Route, parts: Part[]): Finding {
  const finding = parts.flatMap(({ errors }) => errors).find(({ where }) => where?.path === href)
  if (finding) return finding
  throw partRefused(`No part contains the page "${readablePath(href)}" ("${file}").`, hintOfMissing)
}

const hintOfMissing = 'Run all shards again with the same plan, and merge their parts.'

type FromParts = { plan: SealedPlan; writer: Writer; files: TakenFiles }

/** The pictures of all parts. Every file that pages need is copied into the export, and none may be missing. */
function picturesOf(parts: Part[], { plan, writer, files }: FromParts): Pictures {
  const plans = planPictures(plan.pictures)
  const originals = [...plan.pictures.known.values()].flatMap(({ original }) => original?.src.slice(1) ?? [])
  const variants = new Set<string>()
  let bytes = 0
  const take = async (path: string): Promise<void> => {
    const part = parts.find((one) => one.files.has(path))
    if (!part) throw partRefused(`No part contains the picture "${path}".`, hintOfMissing)
    const { sha256 = '', bytes: size = 0 } = part.files.get(path) ?? {}
    bytes += size
    const stands = writer.published(path)?.sha256 === sha256 && writer.keep(path)
    if (!stands) await files.take(part, { file: path, sha256 }, writer)
  }
  return {
    data: plan.pictures,
    isUnread: plans.isUnread,
    get(url, use) {
      for (const { path } of plans.picture(url, use)?.variants ?? []) variants.add(path)
    },
    card(title) {
      const planned = plans.card(title)
      if (planned) variants.add(planned.path)
    },
    async finish(onProgress) {
      const wanted = [...new Set([...originals, ...variants])].sort()
      for (const [at, path] of wanted.entries()) {
        await take(path)
        onProgress?.(at + 1, wanted.length)
      }
      await files.proveOthers(parts) // includes pages that are not copied because the export already has them
    },
    get counts() {
      return { sources: plan.pictures.known.size, variants: variants.size, encoded: 0, fromCache: variants.size }
    },
    get bytes() {
      return bytes
    },
    [Symbol.asyncDispose]: async () => {},
  }
}
