import { styleText } from 'node:util'
import { withVisibleControls as shown } from '#content/wording/visible-controls.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { Explanation } from '#renderer/reads/explain-page.ts'

/** Prints what pages were made of and why. Control characters in the content cannot reach the terminal. */
export function printExplanation(explanations: Explanation[], stream: NodeJS.WriteStream): void {
  const bold = (text: string): string => styleText('bold', text, { stream })
  const lines = explanations.flatMap(({ href, locale, file, renderedIn, lastBuild, why, reads }) => [
    bold(shown(`${readablePath(href)} (${locale}), ${file}`)),
    renderedIn === lastBuild
      ? `Rendered in the last build (number ${lastBuild}):`
      : `Not rendered in the last build (number ${lastBuild}): nothing that the page reads had changed, or only other pages were wanted. Rendered in build ${renderedIn}:`,
    ...why.map((sentence) => `  ${shown(sentence)}`),
    '',
    'The page is rendered again when any of the following changes, or when its file is touched:',
    ...[...Map.groupBy(reads, ({ group }) => group)].flatMap(([group, own]) => [
      `  ${bold(group)}`,
      ...own.map(({ record, title }) => `    ${shown(title === undefined ? record : `${record}, "${title}"`)}`),
    ]),
    '',
  ])
  stream.write(`${lines.join('\n')}\n`)
}
