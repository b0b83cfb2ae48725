import type { Page } from 'playwright'

/** Replaces every text by elements with other words, as Chrome and Edge do when they translate a page. */
export function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('font, script')) continue
      const words = document.createElement('font')
      words.append(document.createElement('font'))
      words.firstElementChild?.append(`~${text.data}~`)
      text.replaceWith(words)
    }
  })
}
