/** Objects by name, somewhere else. Every call throws when it fails, and ends when `signal` aborts. */
export type ObjectStore = {
  /** Before the first call: loads what it takes, finds credentials. */
  open(): Promise<void>
  /** Bytes of an object; nothing where there is none. */
  get(name: string, signal: AbortSignal): Promise<Buffer | undefined>
  put(name: string, bytes: Buffer, signal: AbortSignal): Promise<void>
  /** Names of the objects in a folder, without the folder. */
  list(folder: string, signal: AbortSignal): Promise<Set<string>>
}
