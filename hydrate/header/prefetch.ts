const idleLimitMs = 2000

/** Prefetches the pages that the header links to once the browser is idle (spec §9); nothing where data is to be saved. */
export function prefetchLinks(header: HTMLElement): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const prefetch = (): void => {
    for (const href of pagesIn(header)) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
    }
  }
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: idleLimitMs })
  else setTimeout(prefetch, idleLimitMs)
}

function pagesIn(header: HTMLElement): Set<string> {
  const links = [...header.querySelectorAll<HTMLAnchorElement>('nav a[href]')]
  const pages = links.filter(({ origin, pathname }) => origin === location.origin && pathname !== location.pathname)
  return new Set(pages.map(({ origin, pathname }) => origin + pathname))
}
