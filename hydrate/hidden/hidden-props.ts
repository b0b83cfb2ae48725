import type { Part } from './read-parts.ts'

export type HiddenProps = {
  /** Base address of the service. */
  api: string
  locale: string
  /** Address of the shell; the pages stand below it. */
  shell: string
  login?: string
  home?: string
  /** Texts by key. */
  texts: Record<string, string>
}

export type HiddenState = { phase: 'denied' | 'missing' | 'failed' | 'done'; parts?: Part[] }

export const hiddenTextKeys = [
  'restricted.loading',
  'restricted.denied',
  'restricted.login',
  'error.errorDescription404',
  'error.errorDescription500',
  'error.home',
]
