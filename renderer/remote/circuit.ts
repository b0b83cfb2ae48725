const mostFaults = 5
/** For each so many requests one more fault is allowed. */
const perFault = 50

/** Counts the faults of a service that can be done without, and says when it is not to be asked any more. */
export class Circuit {
  #requests = 0
  #faults = 0
  #first: string | undefined

  get isOff(): boolean {
    return this.#faults >= mostFaults + this.#requests / perFault
  }

  /** The number of faults, and what the first one was. Undefined while there was none. */
  get told(): { faults: number; first: string } | undefined {
    return this.#first === undefined ? undefined : { faults: this.#faults, first: this.#first }
  }

  /** Makes a request, and gives its outcome. Undefined when it fails, or when the service is not asked any more. */
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

function reasonOf(error: unknown): string {
  const {
    name = '',
    message = '',
    code,
    $metadata,
  } = error as Error & {
    code?: string
    $metadata?: { httpStatusCode?: number }
  } // whatever was thrown
  const status = $metadata?.httpStatusCode
  if (status && message === 'UnknownError') return `the status ${status}${status < 400 ? ', a redirect' : ''}` // the SDK knows no more
  const known = [status, code, name !== 'Error' && name].filter(Boolean).join(' ')
  return [known, message.split('\n')[0]?.slice(0, 200)].filter(Boolean).join(': ')
}
