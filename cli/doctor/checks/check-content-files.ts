import { relative } from 'node:path'
import type { z } from 'zod'
import { noteFindings, type Row } from '#cli/doctor/remark.ts'
import { reportUnusedPages } from '#cli/prepare/report-unused-pages.ts'
import { Findings } from '#content/finding.ts'
import { parseReporting } from '#content/parse/parse-reporting.ts'
import { contentKinds } from '#demo/source/content-kinds.ts'
import { openContent } from '#demo/source/read-content.ts'

/** Notes every invalid file of the content, in the words of a build. */
export function checkContentFiles(row: Row, folder: string, locales: string[]): void {
  const content = openContent(folder)
  const findings = new Findings()
  for (const locale of locales) {
    for (const { path, schema } of Object.values(contentKinds)) {
      const { documents, broken } = content.read<z.ZodType>({ path, schema }, { locale, drafts: false })
      const wrong: unknown[] = documents.filter(({ isRight }) => !isRight).map(({ raw }) => raw)
      for (const value of broken ? [...wrong, broken] : wrong)
        parseReporting(value, schema, { call: { path: `/${path}`, locale }, findings })
    }
  }
  reportUnusedPages(content, locales, findings)
  row.found = relative(process.cwd(), folder)
  noteFindings(() => row, findings)
}
