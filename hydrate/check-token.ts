import { readToken, writeToken } from './token.ts'

/** On the home page a stored token is checked, and cleared when the service refuses it (spec §2.3). */
export async function checkToken(): Promise<void> {
  const token = document.body.dataset.template === 'home' && readToken()
  if (!token) return
  const { lang, dataset } = document.documentElement
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Locale': lang }
  const response = await fetch(`${dataset.api}/token/check`, { headers })
  const answer = await response.json().catch(() => ({})) // a token that is good is answered without a body
  if (response.status === 401 || Number(answer?.code) === 401) writeToken()
}
