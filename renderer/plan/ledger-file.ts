import { resolve } from 'node:path'
import type { Family, Settings } from '#renderer/settings.ts'

/**
 * File of a family's ledger. The first family has the file in the settings; for further families, the id is added
 * before the extension (`addresses.fr.txt`).
 */
export function ledgerFile(job: { settings: Settings; family: Family; siteRoot: string }): string | undefined {
  const { settings, family, siteRoot } = job
  if (settings.ledger === false) return undefined
  const isFirst = family.id === settings.families[0]?.id
  const name = isFirst ? settings.ledger : settings.ledger.replace(/(\.[^./]*)?$/, (ending) => `.${family.id}${ending}`)
  return resolve(siteRoot, name)
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * The name of a content service in a ledger: its address. All names of this machine
 * count as one; ports distinguish its services.
 */
export function serviceName(api: string): string {
  const { hostname, port, pathname } = new URL(api)
  const name = loopback.test(hostname) ? 'localhost' : hostname
  return `${name}${port && `:${port}`}${pathname.replace(/(?<!\/)\/+$/, '')}`
}
