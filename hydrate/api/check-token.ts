import { readStored } from '#hydrate/read-stored.ts'

/**
 * On the home page a stored token is checked, and cleared when the service refuses it (spec §2.3). The key of the storage is that of
 * `token.ts`, which would be a second file of every page if it were imported here.
 */
export async function checkToken(): Promise<void> {
  if (document.body.dataset.template !== 'home' || !readStored('shop-token')) return
  const { callApi } = await import('./call-api.ts') // pages without a token load nothing for it
  await callApi(`${document.documentElement.dataset.api}/token/check`)
}
