import type { Site } from '#renderer/site.ts'
import { answersOf } from './look-ups.ts'
import { type Recorder, recordAnswers } from './recorder.ts'

/** Notes what pages ask a site. */
export function createRecorder(site: Site): Recorder {
  return recordAnswers(site, answersOf(site))
}
