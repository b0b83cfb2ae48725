/** A store of objects by name, on another machine. Every call throws when it fails, and ends when `signal` aborts. */
export type ObjectStore = {
  /** To be called before all others: loads the packages that are needed, and finds credentials. */
  open(): Promise<void>
  /** The bytes of an object; nothing where there is no such object. */
  get(name: string, signal: AbortSignal): Promise<Buffer | undefined>
  put(name: string, bytes: Buffer, signal: AbortSignal): Promise<void>
  /** Names of the objects in a folder, without the folder. */
  list(folder: string, signal: AbortSignal): Promise<Set<string>>
}
