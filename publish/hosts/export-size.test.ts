import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { planCard } from '#publish/pictures/plan-card.ts'
import { checkExportSize } from './export-size.ts'
import { chooseHosts } from './host-names.ts'

const many = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `p/${index}/index.html`, sha256: '', bytes }))
const mebibyte = 1024 * 1024

function check(hosts: string, files: ReturnType<typeof many>) {
  const findings = new Findings()
  expect(checkExportSize(files, chooseHosts(hosts), findings)).toBe(findings.errors.length === 0)
  const said = (list: Findings['errors']) => list.map(({ code, message }) => `${code}: ${message}`)
  return { errors: said(findings.errors), warnings: said(findings.warnings) }
}

it('accepts an export at every limit', () => {
  const files = [...many(19_999, 1), { path: 'video.mp4', sha256: '', bytes: 25 * mebibyte }]
  expect(check('cloudflare,azure,nginx', files)).toEqual({ errors: [], warnings: [] })
})

it('refuses an export above a limit of a named host', () => {
  const video = { path: 'files/video.mp4', sha256: '', bytes: 25 * mebibyte + 1 }
  expect(check('cloudflare', [...many(20_000, 1), video]).errors).toEqual([
    'host-limit: The host "cloudflare" does not accept this export: it has 20001 files, but at most 20000 are allowed.',
    'host-limit: The host "cloudflare" does not accept this export: one file has more than 25 MiB, the largest is "files/video.mp4" (25.1 MiB).',
  ])
  expect(check('azure', many(501, mebibyte)).errors).toEqual([
    'host-limit: The host "azure" does not accept this export: it has 501.0 MiB, but at most 500 MiB are allowed.',
  ])
  expect(check('azure', many(500, mebibyte))).toEqual({ errors: [], warnings: [] })
  expect(check('cloudflare', [video, { ...video, path: 'larger.mp4', bytes: 30 * mebibyte }]).errors).toEqual([
    expect.stringContaining('2 files have more than 25 MiB, the largest is "larger.mp4" (30.0 MiB)'),
  ])
})

it('advises what to do about the files that are too many, and those that are too large', () => {
  const hintsFor = (files: ReturnType<typeof many>) => {
    const findings = new Findings()
    checkExportSize(files, chooseHosts('cloudflare'), findings)
    return findings.errors.map(({ hint }) => hint)
  }
  const card = (index: number) => {
    const { path } = planCard({ title: `Page ${index}`, brand: 'Brand', ground: '#123456', ink: '#ffffff' }, 'encoder')
    return { path, sha256: '', bytes: 30 * mebibyte }
  }
  const [plain] = hintsFor(many(20_001, 1))
  expect(plain).toMatch(/^Build without --compress, .*\.$/)
  expect(hintsFor([...many(20_000, 1), card(1), card(2)])).toEqual([
    'Put large files on another server, and link to them.',
    `${plain} 2 files are social cards: a page needs none if its "seoImageSrc" names a picture, which may be the same for many pages.`,
  ])
})

it('warns with all hosts, and ignores hosts that were not chosen', () => {
  const { errors, warnings } = check('all', many(20_001, 1))
  expect([errors, warnings.length]).toEqual([[], 1])
  expect(check('nginx,apache', many(20_001, 30 * mebibyte))).toEqual({ errors: [], warnings: [] })
})
