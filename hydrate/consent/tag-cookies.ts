import type { Category } from './record.ts'

/** Match the names of the cookies that tags of a category set. */
const namesOf: Partial<Record<Category, RegExp>> = {
  analytic: /^_g(a(?!c_)|id)/,
  advertising: /^_g(cl|ac)_/,
}

/** Removes the cookies of tags whose category is not granted, on this host and on its parent domains. */
export function clearTagCookies(granted: readonly Category[] = []): void {
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? ''
    if (isRefused(name, granted)) expire(name)
  }
}

function isRefused(name: string, granted: readonly Category[]): boolean {
  return Object.entries(namesOf).some(
    ([category, names]) => !granted.includes(category as Category) && names.test(name),
  )
}

function expire(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, at) => `; Domain=${labels.slice(at).join('.')}`)
  for (const domain of ['', ...domains]) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
    document.cookie = `${name}=; Max-Age=0; Path=/${domain}`
  }
}
