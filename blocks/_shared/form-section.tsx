import type { ReactElement, ReactNode } from 'react'
import type { Html } from '#content/schema.ts'
import type { FormName } from '#hydrate/forms/form-spec.ts'
import { EntryForm } from '#hydrate/islands/entry-form.tsx'
import { domId } from './dom-id.ts'
import { Island } from './island.tsx'
import { formProps } from './islands/form-props.ts'
import type { Reader } from './reader.ts'
import { RichText } from './rich-text/rich-text.tsx'
import { Section } from './section.tsx'

type FormSectionProps = {
  block: { id: string; headline?: string; html?: Html }
  reader: Reader
  form: FormName
  jobSlug?: string
  /** Shown below the form, as wide as the section. */
  children?: ReactNode
}

/** The section of a block with a form: the editors' words on one side, the form on the other. */
export function FormSection({ block, reader, form, jobSlug, children }: FormSectionProps): ReactElement {
  const { recaptcha, nativeForms } = reader.site
  const below = block.headline ? 'h2' : 'h1'
  const intro = RichText({ html: block.html, below, reader, className: 'form-section__intro' })
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')} tone="sunk">
      <div className={intro ? 'form-section' : 'form-section is-alone'}>
        {intro}
        <div className="form-section__form">
          <Island
            name="entry-form"
            Component={EntryForm}
            props={formProps({ form, blockId: block.id, reader, jobSlug })}
            on="visible idle interact"
            reader={reader}
            noscript={reader.text(nativeForms ? 'form.noscript' : 'form.needsScript')}
          />
          {recaptcha && (
            <p className="form-section__notice" hidden={recaptcha.consent !== 'necessary'}>
              {reader.text('form.recaptcha')}
            </p>
          )}
        </div>
      </div>
      {children}
    </Section>
  )
}
