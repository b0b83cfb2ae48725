import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { machineFault } from '#content/machine-fault.ts'
import { createDatabase, isInUse, openOrReplace, replaceDatabase, UnusableFile } from '#content/open-database.ts'
import { type AnswersFile, accessAnswers, answersFormat } from './answers-file.ts'
import type { KeptAnswer } from './kept-answer.ts'

/** What a service answered, kept between builds. A file that fails in use is replaced; nothing here throws because of it. */
export type AnswerStore = Pick<AnswersFile, 'lastGood' | 'body' | 'sizeOfBody'> &
  Disposable & {
    readonly kind: 'store'
    /** A sentence on why answers of earlier builds were lost, where they were. */
    readonly notice: string | undefined
    /** The last outcome of a request, in an earlier build or this one. */
    find(request: string): KeptAnswer | undefined
    /** Notes that the service said in this run that its last answer holds. */
    confirm(request: string): void
    /** Notes that the answer of this run cannot be used. The last good answer is kept then, also after `commit`. */
    refuse(request: string): void
    /** Notes the outcome of a request; `body` is that of `answer.hash`, or left out when it is kept already. Without a hash none is kept. */
    keep(request: string, answer: KeptAnswer, body?: Buffer): void
    /**
     * Makes everything that was noted lasting. Answers that this run did not ask for are forgotten, unless their bodies are `needed` (by
     * hash) or the run ended early (`isWhole: false`). Answers of another service stay where this run got none that can be used: somebody
     * may have mistyped its address.
     */
    commit(options?: { isWhole?: boolean; needed?: ReadonlySet<string> }): void
    /** Requests of this run, sorted; nothing when some of their outcomes were lost. */
    requests(): string[] | undefined
  }

/** Who answers: its name (its address without one), the commerce service, and whose token is sent. Holds no token. */
export type ServiceIdentity = { api: string; commerceApi?: string; service?: string; token?: string }

/** Tells services and tokens apart; answers given to one are not used for another. */
export function identityOf({ api, commerceApi, service = api, token }: ServiceIdentity): string {
  return hash('sha256', JSON.stringify([service, commerceApi ?? null, token?.trim() || null]))
}

/**
 * Opens the store in `file`, or starts it. Without a file it lives as long as the process. A damaged, foreign or older file is removed,
 * and `notice` says so. `service` is the identity of who answers (`identityOf`), `anyToken` the same without the token. Answers of
 * another service are forgotten. Where only the token is another, good answers are kept as last good ones.
 */
export function openAnswerStore(file: string | undefined, service: string, anyToken = service): AnswerStore {
  const opened = file === undefined ? undefined : openOrReplace(file, answersFormat, begin)
  let kept = opened ? opened.used : createDatabase('', answersFormat, begin)
  let notice = opened?.loss === undefined ? undefined : lossOf(file, opened.loss)
  let [foreign, isOfOther] = ['', false]
  let isWhole = true
  let isCommitted = false
  const asked = new Set<string>()
  const answered = new Set<string>()
  const refused = new Set<string>()

  const attempt = <T>(work: (kept: AnswersFile) => T): T | undefined => {
    try {
      return kept && work(kept)
    } catch (error) {
      isWhole = false
      close(kept)
      // A new file is begun only once, because on a full disk each would fail. A file that another process holds is not ours to remove.
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
      foreign = `${nameOf(file)} was made with another token; everything is asked for anew.`
      return
    }
    known.forgetOthers(new Set(), new Set())
    if (owner === undefined) return
    isOfOther = true
    foreign = `${nameOf(file)} is of another service; everything is asked for anew.`
  })
  return {
    kind: 'store',
    get notice() {
      return notice ?? (foreign || undefined)
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
    commit({ isWhole: forgetsOthers = true, needed = new Set<string>() } = {}) {
      if (isCommitted) return
      const isOfUse = (request: string): boolean => answered.has(request) && !refused.has(request)
      if (isOfOther && ![...answered].some(isOfUse)) {
        foreign = `${nameOf(file)} is of another service, and stays as it is: no answer of this run can be used.`
        return
      }
      attempt((file) => {
        file.forgetLastGood(isOfUse)
        if (forgetsOthers) file.forgetOthers(asked, needed)
        file.describe({ kind: 'answers', service, anyToken })
        file.commit()
        isCommitted = true
      })
    },
    requests: () => (isWhole && kept ? [...asked].sort() : undefined),
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
    // a file that failed may fail once more when it is closed
  }
}

function nameOf(file: string | undefined): string {
  return file === undefined ? 'The file of earlier answers' : `The file of earlier answers "${file}"`
}

function lossOf(file: string | undefined, error: unknown): string {
  const name = nameOf(file)
  if (isInUse(error)) return `${name} is in use by another build; this one asks for everything anew and keeps nothing.`
  const fault = machineFault(error, '--cache')
  if (fault) return `${name} cannot be used: ${fault.why}. Everything is asked for anew. ${fault.hint}`
  const reason = error instanceof UnusableFile ? error.message : `cannot be used (${(error as Error).message})`
  return `${name} ${reason}; it was started anew, and everything is asked for anew.`
}
