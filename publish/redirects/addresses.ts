import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { unwritable } from '#publish/export/claim-folder.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { writeIfChanged } from '#publish/replace-file.ts'
import { type FindNearest, findNearest } from './nearest-addresses.ts'
import { isServicePath } from './request-path.ts'
import { isShellAddress } from './shell-pattern.ts'

const addressesSchema = z.object({
  /** Id of the domain family. */
  family: z.string(),
  defaultLocale: z.string(),
  /** Every locale of the family. */
  locales: z.array(z.string()),
  /** The locales that were built. */
  built: z.array(z.string()),
  /** Paths of pages: decoded, without a final slash, sorted. */
  pages: z.array(z.string()),
  /** Other paths that are answered: files such as `/feed.xml`. */
  files: z.array(z.string()),
  /** Pages of the other domain families: origin and path. */
  elsewhere: z.array(z.string().refine((address) => URL.canParse(address))).default([]),
  /** Patterns of the restricted pages that shells answer. */
  shells: z.array(z.object({ prefix: z.string(), suffix: z.string() })),
  /** The path below which the content service answers; missing if browsers request the service directly. */
  apiBase: z.string().optional(),
})

/** Every address that a build answers. Redirects and the ledger of addresses are checked against them. */
export type Addresses = z.output<typeof addressesSchema>

const fileName = 'addresses.json'

/**
 * Writes the addresses that a build has planned to `DIR/addresses.json`. Throws a `SiteError` if the file cannot be
 * written.
 */
export async function writeAddresses(directory: string, addresses: Addresses): Promise<void> {
  await writeIfChanged(join(directory, fileName), `${JSON.stringify(addresses, null, 2)}\n`).catch((cause) => {
    throw unwritable(resolve(directory), cause)
  })
}

/**
 * Reads the addresses of the last build into a folder; `undefined` if there was no build. Throws a `UsageError` if the
 * file is damaged.
 */
export async function readAddresses(directory: string): Promise<Addresses | undefined> {
  const file = join(directory, fileName)
  const text = await readFile(file, { encoding: 'utf8', flag: nonBlocking }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new UsageError(`"${file}" cannot be read.`, {
      hint: 'Fix its permissions, or remove it and build the site again.',
      cause: error,
    })
  })
  if (text === undefined) return undefined
  try {
    return addressesSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new UsageError(`"${file}" does not contain the addresses of a build.`, {
      hint: 'Build the site again.',
      cause,
    })
  }
}

/**
 * How single paths, as `plainPath` spells them, relate to the addresses of a build. A path of another domain family
 * begins with its origin.
 */
export type AddressRules = {
  isPage: (path: string) => boolean
  /** Whether the path is a page, a file, or an address of the content service. No redirect starts there. */
  isTaken: (path: string) => boolean
  /** Whether the content service answers at the path. */
  isOfService: (path: string) => boolean
  /** Whether the path is taken, or an address that a shell answers. */
  isAnswered: (path: string) => boolean
  /** Whether an address is of a locale or family that the build did not read, so that nothing is known about it. */
  isOutside: (path: string) => boolean
  /** Finds the pages whose addresses look most like one that is gone, the best match first. */
  nearest: FindNearest
}

export function addressRulesOf(addresses: z.input<typeof addressesSchema>): AddressRules {
  const { defaultLocale, locales, built, pages, files, shells, elsewhere = [], apiBase } = addresses
  const pageSet = new Set([...pages, ...elsewhere])
  const origins = new Set(elsewhere.map((address) => new URL(address).origin))
  const fileSet = new Set(files)
  const isOfService = (path: string): boolean => isServicePath(path, apiBase)
  const isTaken = (path: string): boolean => pageSet.has(path) || fileSet.has(path) || isOfService(path)
  return {
    isPage: (path) => pageSet.has(path),
    isTaken,
    isOfService,
    isAnswered: (path) => isTaken(path) || shells.some((shell) => isShellAddress(path, shell)),
    isOutside: (path) => {
      if (!path.startsWith('/')) return !origins.has(new URL(path).origin)
      const prefix = path.split('/')[1] ?? ''
      return !built.includes(locales.includes(prefix) ? prefix : defaultLocale)
    },
    nearest: findNearest(pages),
  }
}
