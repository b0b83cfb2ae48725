import { hash } from 'node:crypto'
import type { FileWriter, Writer } from '#publish/writer.ts'
import type { KnownStep } from '#renderer/reads/known-build.ts'
import type { PageStore } from '#renderer/reads/page-store.ts'
import type { SourceChecksums } from './file-stamp.ts'

/** `inputs`, a JSON value, determines the result of the step, together with the sources that the step reads. */
export type Step = { name: string; inputs: unknown }

/**
 * The result of a step, a JSON value, and the files of the project that it was
 * made from, by their path from the tool root.
 */
export type Made<T> = { result: T; sources: string[] }

export type Steps = {
  /**
   * Returns the result of `make`. If inputs and sources are those of the last build,
   * keeps its files and result, and makes nothing.
   */
  run<T>(step: Step, make: (writer: FileWriter) => Promise<Made<T>>): Promise<T>
  /** The steps of this build, by name. */
  readonly known: Map<string, KnownStep>
}

export type RunStepsOptions = Pick<SourceChecksums, 'checksumOf'> & { store: PageStore; writer: Writer }

/** Steps of the build that make files other than pages. */
export function runSteps({ store, writer, checksumOf }: RunStepsOptions): Steps {
  const known = new Map<string, KnownStep>()
  return {
    known,
    async run<T>({ name, inputs }: Step, make: (writer: FileWriter) => Promise<Made<T>>): Promise<T> {
      const last = store.previous.steps.get(name)
      const inputsDigest = hash('sha256', JSON.stringify(inputs), 'base64url')
      if (last?.inputs === inputsDigest && isReusable(last, writer, checksumOf)) {
        known.set(name, last)
        return last.result as T // the result of the last run, protected by the checksum of its row
      }
      const files: Record<string, string> = {}
      const { result, sources } = await make({
        async write(path, bytes) {
          files[path] = hash('sha256', bytes)
          return writer.write(path, bytes)
        },
      })
      const read = sources.filter((source) => !source.includes('node_modules/'))
      const checksums = Object.fromEntries(read.map((source) => [source, checksumOf(source)]))
      known.set(name, { inputs: inputsDigest, sources: checksums, files, result })
      return result
    },
  }
}

function isReusable({ sources, files }: KnownStep, writer: Writer, checksumOf: RunStepsOptions['checksumOf']): boolean {
  const isSame = Object.entries(sources).every(([source, checksum]) => checksumOf(source) === checksum)
  if (!isSame || !Object.entries(files).every(([path, sha256]) => writer.published(path)?.sha256 === sha256))
    return false
  return Object.keys(files).every((path) => writer.keep(path))
}
