import { readStored } from '#hydrate/read-stored.ts'

/**
 * Checks a stored token on the home page, and clears it when the service refuses it (spec §2.3). The storage key is
 * repeated from `token.ts`, because importing that module here would add a second file to every page.
 */
export async function checkToken(): Promise<void> {
  if (document.body.dataset.template !== 'home' || !readStored('shop-token')) return
  const { callApi } = await import('./call-api.ts') // loaded only where there is a token
  await callApi(`${document.documentElement.dataset.api}/token/check`)
}
