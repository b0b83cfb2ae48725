const maxFaults = 5
/** One more fault is allowed per this many requests. */
const perFault = 50

/** Counts the faults of an optional service, and decides when to stop using it. */
export class Circuit {
  #requests = 0
  #faults = 0
  #first: string | undefined

  get isOff(): boolean {
    return this.#faults >= maxFaults + this.#requests / perFault
  }

  /** The number of faults, and a description of the first. Undefined as long as there is none. */
  get reported(): { faults: number; first: string } | undefined {
    return this.#first === undefined ? undefined : { faults: this.#faults, first: this.#first }
  }

  /** Makes a request, and returns its outcome. Undefined if it fails, or if the service is no longer used. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.isOff) return undefined
    this.#requests += 1
    try {
      return await work()
    } catch (error) {
      this.fault(error)
      return undefined
    }
  }

  fault(error: unknown): void {
    this.#faults += 1
    this.#first ??= reasonOf(error)
  }
}

/** An error of the SDK or of Node, or whatever else was thrown. */
type Thrown = { name?: string; message?: string; code?: string; $metadata?: { httpStatusCode?: number } }

function reasonOf(error: unknown): string {
  const { name = '', message = '', code, $metadata } = error as Thrown
  const status = $metadata?.httpStatusCode
  // The SDK knows no more, or the body is not from the store, but for example from a proxy before it.
  if (status && status >= 300 && /^UnknownError$|XML parse error/.test(message))
    return `the status ${status}${status < 400 ? ', a redirect' : ''}`
  const known = [status, code, name !== 'Error' && name].filter(Boolean).join(' ')
  return [known, message.split('\n')[0]?.slice(0, 200)].filter(Boolean).join(': ')
}
