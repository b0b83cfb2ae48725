import type { ReactElement } from 'react'
import { employmentOf } from '#blocks/_shared/lists/employment.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { PageView } from '#templates/page-view.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** A job offer: banner, breadcrumbs, lead, facts and blocks. */
export function JobOffer({ page, reader, blocks }: TemplateProps): ReactElement {
  const facts = page.job ? factsOf(page.job, reader) : []
  const lead = reader.words(page.job?.lead)
  return (
    <>
      <PageHead page={page} reader={reader} />
      {(lead || facts.length > 0) && (
        <div className="page-lead">
          {lead && <p className="page-lead__text">{lead}</p>}
          {facts.length > 0 && <Facts facts={facts} reader={reader} />}
        </div>
      )}
      {blocks}
    </>
  )
}

type Fact = { key: string; value: string; iso?: string | undefined }

function factsOf(job: NonNullable<PageView['job']>, reader: Reader): Fact[] {
  const published = reader.date(job.publicationDate, 'publicationDate')
  const validThrough = reader.date(job.validThrough, 'validThrough')
  return [
    { key: 'location', value: reader.words(job.location) },
    { key: 'employmentType', value: employmentOf(job.employmentType, reader) },
    { key: 'published', value: published?.text, iso: published?.iso },
    { key: 'validThrough', value: validThrough?.text, iso: validThrough?.iso },
  ].filter((fact): fact is Fact => Boolean(fact.value))
}

function Facts({ facts, reader }: { facts: Fact[]; reader: Reader }): ReactElement {
  return (
    <dl className="facts">
      {facts.map(({ key, value, iso }) => (
        <div key={key} className="facts__item">
          <dt>{reader.text(`job.${key}`)}</dt>
          <dd>{iso ? <time dateTime={iso}>{value}</time> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
