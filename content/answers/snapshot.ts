import { hash } from 'node:crypto'
import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import * as z from 'zod'
import { SiteError, UsageError } from '#content/finding.ts'
import { createDatabase, readDatabase, UnusableFile } from '#content/open-database.ts'
import { refused, tooLarge } from '#content/transport/transport-errors.ts'
import type { AnswerStore } from './answer-store.ts'
import { type AnswersFile, accessAnswers, answersFormat } from './answers-file.ts'
import { type Answer, requestName, type Wanted } from './ask.ts'
import type { RequestNames } from './request-names.ts'

/**
 * The service that a snapshot was made from: its address at that time, the address of its
 * commerce service, and its name if it has one.
 */
export type SnapshotOrigin = { api: string; commerceApi?: string | undefined; service?: string | undefined }

/** The description inside a snapshot: its service, and the locales of the build that saved it. */
type Saved = SnapshotOrigin & { locales: string[] }

/** A whole crawl in a file, as `saveSnapshot` wrote it. */
export type Snapshot = Disposable & {
  readonly kind: 'snapshot'
  readonly origin: SnapshotOrigin
  /**
   * `notice` and `commit` exist because an `AnswerStore` has them. A snapshot has no
   * losses to report and keeps no new answers.
   */
  readonly notice: undefined
  commit(options?: { isWhole?: boolean }): void
  /** The body with this hash; `undefined` if it is missing or damaged. */
  body(hash: string): Buffer | undefined
  /**
   * The outcome of a request at that time, failures included. Throws a `SiteError`
   * (`snapshot-incomplete`) if the snapshot lacks it.
   */
  answer(wanted: Wanted, names: RequestNames): Answer
}

const text = z.string().optional()
const originSchema = z.object({ api: z.string(), commerceApi: text, service: text })
const localesSchema = z.string().transform((list) => list.split(','))

/** Opens a snapshot for reading. Throws a `UsageError` if the file is not a snapshot. */
export function openSnapshot(file: string): Snapshot {
  const { kept, origin } = open(file)
  return {
    kind: 'snapshot',
    origin,
    notice: undefined,
    commit: () => {},
    body: (hash) => attempt(() => kept.body(hash)),
    answer: (wanted, names) => answerFrom({ file, kept }, wanted, names),
    [Symbol.dispose]: () => kept[Symbol.dispose](),
  }
}

/**
 * Returns the service that a snapshot was made from. Throws a `UsageError` if the file is
 * not a snapshot, or lacks some of these locales.
 */
export function readSnapshotOrigin(file: string, locales: string[]): SnapshotOrigin {
  const { kept, origin } = open(file)
  const held = localesSchema.safeParse(kept.about.get('locales')).data ?? locales
  kept[Symbol.dispose]()
  const missing = locales.filter((locale) => !held.includes(locale))
  if (missing.length === 0) return origin
  throw new UsageError(`The snapshot "${file}" holds the locales ${held.join(', ')}, but not ${missing.join(', ')}.`, {
    hint: 'Build only the locales that it holds, with --locale or --family, or save a snapshot of the others with --save-snapshot.',
  })
}

function open(file: string): { kept: AnswersFile; origin: SnapshotOrigin } {
  if (!existsSync(file)) throw noSnapshot(file, 'does not exist')
  try {
    const kept = readDatabase(file, answersFormat, accessAnswers)
    const about = Object.fromEntries(kept.about)
    const origin = originSchema.safeParse(about)
    if (about.kind === 'snapshot' && origin.success) return { kept, origin: origin.data }
    kept[Symbol.dispose]()
    throw new UnusableFile('does not contain a snapshot')
  } catch (cause) {
    const reason = cause instanceof UnusableFile ? cause.message : 'cannot be read as a snapshot'
    throw noSnapshot(file, reason, cause)
  }
}

function noSnapshot(file: string, reason: string, cause?: unknown): UsageError {
  return new UsageError(`The snapshot "${file}" ${reason}.`, {
    hint: 'Pass a file that "site build --save-snapshot" of this version has written.',
    cause,
  })
}

function answerFrom({ file, kept }: { file: string; kept: AnswersFile }, wanted: Wanted, names: RequestNames): Answer {
  const { url, mayReach, maxBytes } = wanted
  if (!mayReach(url)) throw refused(url, url)
  const found = attempt(() => kept.find(requestName(wanted, names)))
  if (found?.failure && found.status === 0) throw new SiteError(found.failure)
  const answered = found && names.addressOf(found.address)
  if (!found || !answered) throw incomplete(file, wanted)
  if (!mayReach(answered)) throw refused(url, answered)
  const { status, contentType, hash: checksum, failure } = found
  const said = failure ? JSON.stringify({ message: failure.message }) : ''
  const body = checksum === undefined ? Buffer.from(said) : attempt(() => kept.body(checksum))
  if (!body) throw incomplete(file, wanted)
  if (body.length > maxBytes) throw tooLarge(url, maxBytes)
  return { status, contentType, body, url: answered, hash: checksum ?? hash('sha256', body) }
}

/** The result of a read; `undefined` if SQLite finds the file damaged. */
function attempt<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function incomplete(file: string, { url, headers }: Wanted): SiteError {
  const locale = headers?.['accept-locale']
  return new SiteError({
    code: 'snapshot-incomplete',
    message: `The snapshot "${file}" has no usable answer to GET ${url.pathname}${url.search}${locale ? ` (${locale})` : ''}.`,
    where: { ...(locale && { locale }), url: url.href },
    hint: 'Save the snapshot again with --save-snapshot, with the same locales and settings as the build that reads it.',
  })
}

/**
 * Writes the outcomes of all requests of this run into a new file, which replaces `file` once it
 * is complete. Equal crawls give equal bytes. Throws a `UsageError` if the file cannot be
 * written, and a `SiteError` if outcomes were lost.
 */
export function saveSnapshot(store: AnswerStore, file: string, { locales, api, commerceApi, service }: Saved): void {
  const place = existsSync(file) ? realpathSync(file) : file // a link remains a link
  const partial = `${place}.partial`
  try {
    rmSync(partial, { force: true })
    writeAll(store, file, { partial, about: { kind: 'snapshot', api, commerceApi, service, locales: locales.join() } })
    renameSync(partial, place)
  } catch (cause) {
    rmSync(partial, { force: true })
    if (cause instanceof SiteError) throw cause
    throw new UsageError(`The snapshot cannot be written to "${file}".`, {
      hint: 'Pass another file with --save-snapshot; its folder must exist.',
      cause,
    })
  }
}

type NewSnapshot = { partial: string; about: Record<string, string | undefined> }

function writeAll(store: AnswerStore, file: string, { partial, about }: NewSnapshot): void {
  using kept = createDatabase(partial, answersFormat, accessAnswers)
  kept.begin()
  kept.describe(about)
  const requests = store.requests()
  if (!requests) throw lost(file)
  for (const request of requests) {
    const answer = store.find(request)
    const body = answer?.hash === undefined ? undefined : store.body(answer.hash)
    if (!answer || (answer.hash !== undefined && !body)) throw lost(file)
    if (body && answer.hash !== undefined) kept.keepBody(answer.hash, body)
    kept.keep(request, answer)
  }
  kept.commit()
}

function lost(file: string): SiteError {
  return new SiteError({
    code: 'snapshot-incomplete',
    message: `The snapshot "${file}" was not written, because answers that this build had stored were damaged.`,
    hint: 'Build again with --save-snapshot. If this happens again, check the disk of the cache folder.',
  })
}
