import type { ReactElement } from 'react'
import { EmailLink } from '#blocks/_shared/links/email-link.tsx'
import { PhoneLink } from '#blocks/_shared/links/phone-link.tsx'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { ContactPerson } from '#content/schema.ts'

type ContactPeopleProps = { people: ContactPerson[]; reader: Reader; hasHeadline: boolean }

/** A card for each contact person: portrait, name, position, region, phone and e-mail. */
export function ContactPeople({ people, reader, hasHeadline }: ContactPeopleProps): ReactElement {
  const Heading = hasHeadline ? 'h3' : 'h2'
  return (
    <div className="contact-people">
      <Heading className="contact-people__title">{reader.words(reader.text('people.title'), 'h3')}</Heading>
      <ul className="contact-people__list" role="list">
        {people.map((person) => (
          <PersonCard key={person.id} person={person} reader={reader} />
        ))}
      </ul>
    </div>
  )
}

function PersonCard({ person, reader }: { person: ContactPerson; reader: Reader }): ReactElement {
  const portrait = reader.picture(person.photo, 'portrait', '')
  return (
    <li className="contact-person">
      {portrait && <Picture picture={portrait} className="contact-person__portrait" sizes="4.5rem" />}
      <div className="contact-person__facts">
        {person.name.trim() && <p className="contact-person__name">{person.name}</p>}
        {person.position && <p className="contact-person__position">{reader.words(person.position)}</p>}
        {person.region && <p className="contact-person__region">{reader.words(person.region)}</p>}
        {(person.phone || person.email) && (
          <ul className="contact-person__ways" role="list">
            {person.phone && (
              <li>
                <PhoneLink phone={person.phone} reader={reader} />
              </li>
            )}
            {person.email && (
              <li>
                <EmailLink email={person.email} reader={reader} />
              </li>
            )}
          </ul>
        )}
      </div>
    </li>
  )
}
