const names: Record<string, string> = {
  theme: 'Banner',
  seoTitle: 'Title for search',
  seoDescription: 'Description for search',
  seoImageSrc: 'Picture for sharing',
  html: 'Text',
  alt: 'Alternative text',
  url: 'Address',
  backgroundImage: 'Picture',
  image: 'Picture',
  teaserImage: 'Teaser picture',
  cta: 'Button',
  maskOpacity: 'Mask opacity',
}

/** Returns the path of a field in words: `blocks[2].tiles[0].title` becomes "Block 3 · Tile 1 · Title". */
export function fieldLabel(path: string): string {
  const parts = path.split('.').map((part) => {
    const [, name = part, index] = /^(.*?)\[(\d+)\]$/.exec(part) ?? []
    return index === undefined ? wordsOf(name) : `${wordsOf(name).replace(/s$/, '')} ${Number(index) + 1}`
  })
  return parts.join(' · ')
}

/** Returns a name in words: `backgroundImage` becomes "Background image". */
function wordsOf(name: string): string {
  if (Object.hasOwn(names, name)) return names[name] ?? name
  const words = name
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
