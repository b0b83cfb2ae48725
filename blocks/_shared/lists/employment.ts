import type { Reader } from '#blocks/_shared/reader.ts'

/** The kinds of employment that search engines know, by their names at schema.org (`JobPosting.employmentType`). */
export const employmentTypes = [
  ...['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY'],
  ...['INTERN', 'VOLUNTEER', 'PER_DIEM', 'OTHER'],
]

/** What visitors read of a kind of employment: the text of a name from schema.org, or the words of the editor. */
export function employmentOf(type: string | undefined, reader: Reader): string | undefined {
  return type && employmentTypes.includes(type) ? reader.text(`employment.${type}`) : reader.words(type)
}
