import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { machineFault } from '#content/machine-fault.ts'
import { createDatabase, isInUse, openOrReplace, replaceDatabase, UnusableFile } from '#content/open-database.ts'
import { count } from '#content/wording/count.ts'
import { type AnswersFile, accessAnswers, answersFormat } from './answers-file.ts'
import type { KeptAnswer } from './kept-answer.ts'

/**
 * The answers of a service, kept between builds. The file is only a cache: when it fails in use it is replaced, and no
 * method throws because of it.
 */
export type AnswerStore = Pick<AnswersFile, 'lastGood' | 'body' | 'sizeOfBody'> &
  Disposable & {
    readonly kind: 'store'
    /** Why answers of earlier builds cannot be used; `undefined` if they can. */
    readonly notice: string | undefined
    /** The last outcome of a request, in an earlier build or this one. */
    find(request: string): KeptAnswer | undefined
    /**
     * Notes that the kept answer to a request still holds: the service confirmed it in
     * this run, or its `updatedAt` is trusted.
     */
    confirm(request: string): void
    /** Notes that the answer to a request in this run cannot be used. `commit` then keeps the last good answer. */
    refuse(request: string): void
    /**
     * Notes the outcome of a request. `body` is the one that `answer.hash` names; it may be omitted if it is kept
     * already. Without a hash, no body is kept.
     */
    keep(request: string, answer: KeptAnswer, body?: Buffer): void
    /**
     * Saves everything that was noted. Answers to requests that this run did not make are removed, unless their bodies
     * are `needed` (by hash) or the run ended early (`isWhole: false`). Answers of another service stay as they are if
     * no answer of this run can be used, because the address of the service may be mistyped. Those of another service
     * or token also stay if the run was interrupted (`isInterrupted`), often because of such a mistake. Saves only
     * once, unless another run follows (`goesOn`).
     */
    commit(options?: {
      isWhole?: boolean
      isInterrupted?: boolean
      needed?: ReadonlySet<string>
      goesOn?: boolean
    }): void
    /** The requests of this run, sorted; `undefined` if the outcomes of some were lost. */
    requests(): string[] | undefined
  }

/**
 * The identity of a service: its name or, if it has none, its address; the address of the commerce service; and the
 * token that is sent.
 */
export type ServiceIdentity = { api: string; commerceApi?: string; service?: string; token?: string }

/**
 * A checksum of a service and its token, which does not reveal the token. Answers to one identity are not used for
 * another. Trailing slashes of an address make no difference.
 */
export function identityOf({ api, commerceApi, service = api, token }: ServiceIdentity): string {
  const [of, commerce] = [service, commerceApi].map((address) => address?.replace(/(?<!\/)\/+$/, '') ?? null)
  return hash('sha256', JSON.stringify([of, commerce, token?.trim() || null]))
}

/**
 * Opens the store in `file`, or creates it. Without `file`, the store lives as long as the process. A file that is
 * damaged, of another kind or of another version is replaced, and `notice` says so. `service` is the identity of the
 * service (`identityOf`), `anyToken` the same without the token. Answers of another service are removed. If only the
 * token differs, good answers become last good answers.
 */
export function openAnswerStore(file: string | undefined, service: string, anyToken = service): AnswerStore {
  const opened = file === undefined ? undefined : openOrReplace(file, answersFormat, begin)
  let kept = opened ? opened.used : createDatabase('', answersFormat, begin)
  let notice = opened?.loss === undefined ? undefined : lossOf(file, opened.loss)
  /** Why earlier answers are not used although the file is intact: it belongs to another service or token. */
  let foreignNotice: string | undefined
  let isOfOtherService = false
  let hasLostOutcomes = false
  let isCommitted = false
  const asked = new Set<string>()
  const answered = new Set<string>()
  const refused = new Set<string>()

  const attempt = <T>(work: (kept: AnswersFile) => T): T | undefined => {
    try {
      return kept && work(kept)
    } catch (error) {
      hasLostOutcomes = true
      close(kept)
      // A new file is started only once, because on a full disk every attempt would fail. A file that another process
      // holds is not ours to remove.
      const mayStart = notice === undefined && file !== undefined && !isInUse(error)
      kept = mayStart ? replaceDatabase(file, answersFormat, begin) : undefined
      notice ??= lossOf(file, error)
      return undefined
    }
  }

  attempt((known) => {
    const owner = known.about.get('service')
    if (owner === service) return
    if (owner !== undefined && known.about.get('anyToken') === anyToken) {
      known.setAside()
      foreignNotice = `${nameOf(file)} was made with another token; everything is read again.`
      return
    }
    known.forgetOthers(new Set(), new Set())
    if (owner === undefined) return
    isOfOtherService = true
    foreignNotice = `${nameOf(file)} was made with another service; everything is read again.`
  })
  return {
    kind: 'store',
    get notice() {
      return notice ?? foreignNotice ?? (kept?.damaged ? damageOf(file, kept.damaged) : undefined)
    },
    find(request) {
      asked.add(request)
      return attempt((file) => file.find(request))
    },
    lastGood: (request) => attempt((file) => file.lastGood(request)),
    confirm: (request) => void answered.add(request),
    refuse: (request) => void refused.add(request),
    body: (hash) => attempt((file) => file.body(hash)),
    sizeOfBody: (hash) => attempt((file) => file.sizeOfBody(hash)),
    keep(request, answer, body) {
      asked.add(request)
      if (answer.hash === undefined) refused.add(request)
      else answered.add(request)
      attempt((file) => {
        if (answer.hash !== undefined && body) file.keepBody(answer.hash, body)
        file.keep(request, answer)
      })
    },
    commit({ isWhole = true, isInterrupted = false, needed = new Set<string>(), goesOn = false } = {}) {
      if (isCommitted || (isInterrupted && foreignNotice !== undefined)) return
      const isOfUse = (request: string): boolean => answered.has(request) && !refused.has(request)
      if (isOfOtherService && ![...answered].some(isOfUse)) {
        foreignNotice = `${nameOf(file)} was made with another service and is left unchanged, because this run has no answer that can be used.`
        return
      }
      attempt((file) => {
        file.forgetLastGood(isOfUse)
        if (isWhole) file.forgetOthers(asked, needed)
        if (isWhole || goesOn) file.forgetBodies()
        file.describe({ kind: 'answers', service, anyToken })
        file.commit()
        isCommitted = true
      })
      if (!goesOn) return
      isCommitted = false
      attempt((file) => file.begin())
      for (const names of [asked, answered, refused]) names.clear()
    },
    requests: () => (kept && !hasLostOutcomes ? [...asked].sort() : undefined),
    [Symbol.dispose]: () => {
      close(kept)
      kept = undefined
    },
  }
}

/** Everything is written in one transaction: a build that ends before `commit` changes nothing. */
function begin(database: DatabaseSync): AnswersFile {
  const kept = accessAnswers(database)
  kept.begin()
  return kept
}

function close(kept: AnswersFile | undefined): void {
  try {
    kept?.[Symbol.dispose]()
  } catch {
    // a file that failed may fail again when it is closed
  }
}

function nameOf(file: string | undefined): string {
  return file === undefined ? 'The file of earlier answers' : `The file of earlier answers "${file}"`
}

function damageOf(file: string | undefined, damaged: number): string {
  return `${nameOf(file)} is damaged in ${count(damaged, 'place')}; the damaged answers are read again.`
}

function lossOf(file: string | undefined, error: unknown): string {
  const name = nameOf(file)
  if (isInUse(error)) return `${name} is in use by another build; this build reads everything again and keeps nothing.`
  const fault = machineFault(error, '--cache')
  if (fault) return `${name} cannot be used: ${fault.why}. Everything is read again. ${fault.hint}`
  const reason = error instanceof UnusableFile ? error.message : `cannot be used (${(error as Error).message})`
  return `${name} ${reason}; it was recreated, and everything is read again.`
}
