import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'
import { ContactPeople } from './contact-people.tsx'

/** The contact form beside the editors' text, with the contact people below. */
export function Contact({ block, reader }: BlockProps<'contact'>): ReactElement {
  const people = reader.contactPeople()
  return (
    <FormSection block={block} reader={reader} form="contact">
      {people.length > 0 && <ContactPeople people={people} reader={reader} hasHeadline={Boolean(block.headline)} />}
    </FormSection>
  )
}
