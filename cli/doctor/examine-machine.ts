import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { cachesIn } from '#cli/prepare/caches-in.ts'
import { loadSite } from '#cli/prepare/prepare-job.ts'
import { contentOf } from '#cli/prepare/with-service.ts'
import { Findings } from '#content/finding.ts'
import { nearestExisting, whyOf } from '#content/machine-fault.ts'
import { count } from '#content/wording/count.ts'
import { claimFolder } from '#publish/export/claim-folder.ts'
import { freeBytes } from '#publish/export/commit/disk-space.ts'
import { lockHolder } from '#publish/export/export-lock.ts'
import { measureFiles } from '#publish/export/kept-files.ts'
import { openBundle, reportStyleProblems } from '#renderer/build/open-bundle.ts'
import type { PlanSiteOptions } from '#renderer/plan/plan-site.ts'
import { reportMissingTexts } from '#renderer/plan/routing-of.ts'
import { localesOf, type Settings } from '#renderer/settings.ts'
import { readOwnFiles } from '#renderer/sources/own-files.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { checkContentFiles } from './checks/check-content-files.ts'
import { note, noteFailure, noteFindings, type Row, Rows, warnIn } from './remark.ts'

type MachineOptions = { config: string; out: string; cache: string }

const bestNode = 24
const servers = ['nginx', 'apache2', 'caddy']
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const minFreeBytes = 500e6
const largeCache = 1e9

/** Checks what a build needs of this machine. Changes nothing that exists. */
export async function examineMachine(options: MachineOptions): Promise<Row[]> {
  const rows = new Rows()
  lookAtNode(rows.of('Node'))
  await lookAtPictures(rows.of('Node'))
  await lookAtSettings(rows, options.config)
  lookAtFolder(rows.of('output'), options.out, '--out')
  lookAtExport(rows.of('output'), options.out)
  lookAtFolder(rows.of('cache'), options.cache, '--cache')
  await lookAtCache(rows.of('cache'), options.cache)
  if (existsSync(join(toolRoot, 'vitest.config.ts'))) lookAtTestTools(rows.of('for tests'))
  return rows.all
}

/**
 * Adds a remark if this Node is older than that of the tool. A Node that is too old for the tool was already refused by
 * `cli/site.js`.
 */
function lookAtNode(row: Row): void {
  row.found = `${process.versions.node} at ${process.execPath}`
  if (Number(process.versions.node.split('.')[0]) >= bestNode) return
  const message = `This is Node ${process.versions.node}, but the tool comes with Node ${bestNode}.`
  warnIn(row)('node-old', message)
}

/** Adds an error if pictures cannot be drawn. Every build draws at least the icons. */
async function lookAtPictures(row: Row): Promise<void> {
  const error: unknown = await import('#publish/pictures/encode/sharp.ts').then(
    () => undefined,
    (caught) => caught,
  )
  if (error === undefined) return
  const { why, hint } = whyOf(error, '')
  note(row, { code: 'machine-limit', isError: true, message: `Pictures cannot be drawn: ${why}.`, hint })
}

async function lookAtSettings(rows: Rows, config: string): Promise<void> {
  const row = rows.of('settings')
  try {
    const { settings, siteRoot } = await loadSite(config)
    const families = settings.families.map(({ id, locales }) => `${id} (${locales.join(', ')})`)
    row.found = `${config}: ${families.join('; ')}`
    row.found += `; ${contentFrom(settings, siteRoot, rows)}`
    const { texts } = readOwnFiles(siteRoot, settings)
    noteMissingTexts(row, texts, localesOf(settings))
    const findings = new Findings()
    reportStyleProblems((await openBundle({ toolRoot, siteRoot, engine: 'react' })).styleProblems, findings)
    noteFindings(() => row, findings)
  } catch (error) {
    row.found ||= config
    noteFailure(row, error)
  }
}

function noteMissingTexts(row: Row, texts: PlanSiteOptions['texts'], locales: string[]): void {
  const missing = new Map(locales.map((locale) => [locale, [] as string[]]))
  reportMissingTexts(texts, locales, { missingText: (locale, key) => missing.get(locale)?.push(key) })
  for (const [locale, keys] of missing) {
    if (keys.length === 0) continue
    const message = `The locale "${locale}" lacks ${count(keys.length, 'interface text')}, for example "${keys[0]}"; the texts of the default locale, or the keys, are used instead.`
    const hint = `Add them to texts/${locale}.json of the site. A build lists each of them.`
    note(row, { code: 'text-missing', isError: false, message, hint })
  }
}

/**
 * Returns where content comes from. If it comes from files, checks them. Throws a `UsageError` if a locale has no
 * files.
 */
function contentFrom(settings: Settings, siteRoot: string, rows: Rows): string {
  if (settings.api !== undefined) return `content from ${settings.api} ("site doctor --api ${settings.api}" checks it)`
  if (siteRoot !== toolRoot && !existsSync(join(siteRoot, 'content')))
    return 'content from the service that --api or SITE_API names'
  const locales = localesOf(settings)
  const { files } = contentOf(siteRoot, settings, locales)
  if (files) checkContentFiles(rows.of('content'), files.contentFolder, locales)
  return 'content from files'
}

function lookAtFolder(row: Row, folder: string, option: string): void {
  const existing = nearestExisting(resolve(folder))
  const trial = join(existing, `.trial-${randomUUID()}`)
  try {
    accessSync(existing, constants.W_OK)
    mkdirSync(trial)
    rmdirSync(trial)
  } catch {
    const message = `The folder "${folder}" cannot be written.`
    const hint = `Choose another one with ${option}, or fix its permissions.`
    note(row, { code: 'folder-unwritable', isError: true, message, hint })
  }
  const free = freeBytes(existing)
  row.found = free === undefined ? folder : `${folder}, ${size(free)} free`
  if (free === undefined || free >= minFreeBytes) return
  const message = `Only ${size(free)} are free for "${folder}".`
  const hint = `Free some space, or choose another disk with ${option}: a build needs space for its pictures and pages, and temporarily twice as much.`
  warnIn(row)('disk-short', message, hint)
}

function lookAtExport(row: Row, out: string): void {
  try {
    claimFolder(out, { isReadOnly: true })
  } catch (error) {
    noteFailure(row, error)
  }
  const holder = lockHolder(out)
  if (holder === undefined) return
  const hint = 'Wait until it ends, or choose another folder with --out.'
  note(row, { code: 'export-locked', isError: true, message: `The output folder is in use by ${holder}.`, hint })
}

async function lookAtCache(row: Row, cache: string): Promise<void> {
  const files = (await cachesIn(cache)).flatMap((one) => one.files)
  const { all, unused } = measureFiles(files)
  row.found += `, holds ${size(all.bytes)}, of which no export uses ${size(unused.bytes)}`
  if (unused.bytes < largeCache) return
  warnIn(row)('cache-large', `No export uses ${size(unused.bytes)} of the cache.`)
}

/** Shows developers of the tool itself which tests can run. */
function lookAtTestTools(row: Row): void {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const isThere = (name: string): boolean => folders.some((folder) => existsSync(join(folder, name)))
  const named = process.env.CHROMIUM_PATH
  const browser = named && existsSync(named) ? named : browsers.find(isThere)
  const names = [...servers, browser ?? 'chromium']
  const found = names.filter((name) => name === browser || isThere(name))
  const missing = names.filter((name) => !found.includes(name))
  row.found = `${found.join(', ') || 'nothing'}${missing.length > 0 ? `; without ${missing.join(', ')} their tests cannot run` : ''}`
}

function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`
}
