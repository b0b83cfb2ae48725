import { readRouting } from '#publish/routing.ts'
import { isShellAddress } from './shell-pattern.ts'

/**
 * Returns what an export answers at an address that is not a page, and what to do about it. Undefined if it answers
 * with its 404 page.
 */
export async function describeAddress(
  path: string | undefined,
  out: string,
): Promise<{ why: string; hint: string } | undefined> {
  if (path === undefined) return undefined
  const { redirects, gone, shells } = await readRouting(out)
  const target = redirects.find(({ from }) => from === path)?.to
  const hint = 'To see the outcome of every entry of redirects.json, run: npx site redirects'
  if (target !== undefined) return { why: `redirects.json redirects this address to "${target}"`, hint }
  if (gone.includes(path)) return { why: 'redirects.json says that this address is gone for good', hint }
  const shell = shells.find((pattern) => isShellAddress(path, pattern))
  return (
    shell && {
      why: 'this address is in the restricted area, whose pages are loaded in the browser',
      hint: `To see what the export answers there, run: npx site explain ${shell.file}`,
    }
  )
}
