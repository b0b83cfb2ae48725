import { Fragment, type ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { RichText } from '#blocks/_shared/rich-text/rich-text.tsx'
import { Section } from '#blocks/_shared/section.tsx'

/**
 * Questions whose answers open one at a time. Every answer is in the page from the start. An answer without a question
 * is always open. A question without an answer is left out.
 */
export function Faq({ block, reader }: BlockProps<'faq'>): ReactElement | null {
  const group = domId('faq', block.id)
  const [above, Heading] = block.headline ? (['h2', 'h3'] as const) : (['h1', 'h2'] as const)
  const items = block.items
    .map((item) => ({
      question: item.question.trim() && item.question,
      answer: RichText({
        html: item.answer,
        below: item.question.trim() ? Heading : above,
        reader,
        className: 'faq__answer',
      }),
    }))
    .filter(({ answer }) => answer)
  if (items.length === 0) return null
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <div className="faq">
        {items.map(({ question, answer }, at) => {
          if (!question) return <Fragment key={String(at)}>{answer}</Fragment>
          return (
            <details key={String(at)} className="faq__item" name={group}>
              <summary className="faq__question">
                <Heading className="faq__title">{reader.words(question, 'h3')}</Heading>
              </summary>
              {answer}
            </details>
          )
        })}
      </div>
    </Section>
  )
}
