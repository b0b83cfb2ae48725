import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { PageView } from '#templates/page-view.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** A job offer: banner, breadcrumbs, lead, facts and blocks. */
export function JobOffer({ page, reader, blocks }: TemplateProps): ReactElement {
  const { job } = page
  return (
    <>
      <PageHead page={page} reader={reader} />
      {job && (
        <div className="page-lead">
          {job.lead && <p className="page-lead__text">{reader.words(job.lead)}</p>}
          <JobFacts job={job} reader={reader} />
        </div>
      )}
      {blocks}
    </>
  )
}

function JobFacts({ job, reader }: { job: NonNullable<PageView['job']>; reader: Reader }): ReactElement | null {
  const published = reader.date(job.publicationDate)
  const validThrough = reader.date(job.validThrough)
  const facts = [
    { key: 'location', value: reader.words(job.location) },
    { key: 'employmentType', value: reader.words(job.employmentType) },
    { key: 'published', value: published?.text, iso: published?.iso },
    { key: 'validThrough', value: validThrough?.text, iso: validThrough?.iso },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
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
