import type { ReactElement } from 'react'
import { domId } from '#blocks/_shared/dom-id.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import { textOf } from '#hydrate/api/answer.ts'
import type { HiddenBlock } from './read-blocks.ts'
import { type Part, type PartRules, readParts } from './read-parts.ts'

type LeftoverProps = PartRules & { block: HiddenBlock }

/** Shows the readable parts of a block that no component can show, with a notice and a link to the contact page. */
export function Leftover({ block, reader, kinds }: LeftoverProps): ReactElement {
  const parts = readParts([block], { reader, kinds })
  const contact = reader.page('contact')
  return (
    <Section id={domId('block', block.id)}>
      <div className="leftover">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never change their order
          <PartView key={index} part={part} />
        ))}
        <div className="notice">
          <p>{reader.text('restricted.part')}</p>
          {contact && (
            <p>
              <a href={contact}>{reader.text('restricted.ask')}</a>
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}

/** Replaces the members of a collection that could not be read. */
export function NotLoaded({ block, reader }: { block: HiddenBlock; reader: Reader }): ReactElement {
  return (
    <Section id={domId('missing', block.id)} headline={textOf(block.headline) || undefined}>
      <div className="notice is-error">
        <p>{reader.text('restricted.partFailed')}</p>
        <p className="notice__way">
          <button className="button is-quiet" type="button" data-again="">
            {reader.text('error.tryAgain')}
          </button>
        </p>
      </div>
    </Section>
  )
}

function PartView({ part }: { part: Part }): ReactElement {
  switch (part.kind) {
    case 'heading':
      return part.level === 2 ? <h2>{part.text}</h2> : <h3>{part.text}</h3>
    case 'text':
      return <p>{part.text}</p>
    case 'html':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify
      return <div className="rich-text" dangerouslySetInnerHTML={{ __html: part.html }} />
    case 'image':
      return <img src={part.src} alt={part.alt} loading="lazy" />
    case 'link':
      return (
        <p>
          <a href={part.href}>{part.text}</a>
        </p>
      )
  }
}
