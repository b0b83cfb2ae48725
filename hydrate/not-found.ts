/**
 * Shows the 404 page at the root, which some hosts show below every prefix, in the language of the address. The page
 * keeps its own language when no language has the prefix of the address. The words beside the links to all languages
 * are removed.
 */
function applyLanguageOfAddress(path: string): void {
  for (const words of document.querySelectorAll('[data-prefix] span')) words.remove()
  const items = [...document.querySelectorAll<HTMLElement>('[data-prefix]')]
  const own = items.find(({ dataset }) => `${decoded(path)}/`.startsWith(dataset.prefix ?? '\0'))
  const [heading, text, home] = ['.error-page__title', '.error-page__text', '.error-page .button'].map((selector) =>
    document.querySelector<HTMLElement>(selector),
  )
  if (!own || !heading) return
  const { title = '', text: words = '', home: label = '' } = own.dataset
  document.querySelector('.error-page__more')?.remove()
  document.title = document.title.replace(heading.textContent, () => title)
  say(heading, title, own.lang)
  if (text) say(text, words, own.lang)
  if (home) {
    say(home, label, own.lang)
    home.setAttribute('href', own.querySelector('a')?.getAttribute('href') ?? '/')
  }
  document.querySelector('.error-page [aria-current]')?.removeAttribute('aria-current')
  own.querySelector('a')?.setAttribute('aria-current', 'true')
}

function say(element: HTMLElement, words: string, lang: string): void {
  element.lang = lang
  element.textContent = words
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // an address with broken encoding has no prefix
  }
}

applyLanguageOfAddress(location.pathname)
