import { Icon } from '#blocks/_shared/icon.tsx'
import type { Listed, Reader } from '#blocks/_shared/reader.ts'
import type { JobOfferSummary } from '#content/schema.ts'
import { employmentOf } from './employment.ts'

export type JobListProps = { jobs: Listed<JobOfferSummary>[]; reader: Reader; headingLevel?: 2 | 3 }

/** Job offers with role, place, kind of employment and last day, or a message that there are none (spec §8). */
export function JobList({ jobs, reader, headingLevel = 3 }: JobListProps) {
  if (jobs.length === 0) return <p className="empty-list">{reader.text('jobs.empty')}</p>
  return (
    <ul className="job-list" role="list">
      {jobs.map((job) => (
        <li key={job.id}>
          <JobRow job={job} reader={reader} headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  )
}

function JobRow({ job, reader, headingLevel = 3 }: { job: Listed<JobOfferSummary> } & Omit<JobListProps, 'jobs'>) {
  const Heading = `h${headingLevel}` as const
  const validThrough = reader.date(job.validThrough)
  const title = reader.words(job.title, 'h3')
  return (
    <article className="job-row">
      <div className="job-row__role">
        <Heading className="job-row__title">{job.href ? <a href={job.href}>{title}</a> : title}</Heading>
        {job.lead && <p className="job-row__lead">{reader.words(job.lead)}</p>}
      </div>
      <p className="job-row__fact">{reader.words(job.location)}</p>
      <p className="job-row__fact">{employmentOf(job.employmentType, reader)}</p>
      <p className="job-row__fact">
        {validThrough && (
          <>
            <span>{`${reader.text('jobs.until')} `}</span>
            <time dateTime={validThrough.iso}>{validThrough.text}</time>
          </>
        )}
      </p>
      {job.href && (
        <span className="job-row__arrow">
          <Icon name="arrow" />
        </span>
      )}
    </article>
  )
}
