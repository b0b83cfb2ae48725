const mostFaults = 5
/** Of so many requests one may fail, besides. */
const perFault = 50

/** Counts what goes wrong with a service that is not needed, and says when to leave it alone. */
export class Circuit {
  #requests = 0
  #faults = 0
  #first: string | undefined

  get isOff(): boolean {
    return this.#faults >= mostFaults + this.#requests / perFault
  }

  /** How often something went wrong, and what did at first; nothing where all went well. */
  get told(): { faults: number; first: string } | undefined {
    return this.#first === undefined ? undefined : { faults: this.#faults, first: this.#first }
  }

  /** The outcome of a request; nothing where it failed, or is not made any more. */
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
  const known = [status, code, name !== 'Error' && name].filter(Boolean).join(' ')
  return [known, message.split('\n')[0]?.slice(0, 200)].filter(Boolean).join(': ')
}
