import { styleText } from 'node:util'
import type { Explanation } from '#renderer/reads/explain-page.ts'

/** Tells a person what pages were made of and why. */
export function printExplanation(explanations: Explanation[], stream: NodeJS.WriteStream): void {
  const bold = (text: string): string => styleText('bold', text, { stream })
  const lines = explanations.flatMap(({ href, locale, file, renderedIn, lastBuild, why, reads }) => [
    bold(`${href} (${locale}), ${file}`),
    renderedIn === lastBuild
      ? `Rendered in the last build (number ${lastBuild}):`
      : `Not rendered in the last build (number ${lastBuild}): nothing that it reads had changed. Rendered in build ${renderedIn}:`,
    ...why.map((sentence) => `  ${sentence}`),
    '',
    'It is rendered again when any of this differs, or the file itself is touched:',
    ...[...Map.groupBy(reads, ({ group }) => group)].flatMap(([group, own]) => [
      `  ${bold(group)}`,
      ...own.map(({ record }) => `    ${record}`),
    ]),
    '',
  ])
  stream.write(`${lines.join('\n')}\n`)
}
