/** Folders and files of a project that a build is made of, its content and settings aside. */
export const projectSources = [
  'blocks',
  'brand',
  'content',
  'hydrate',
  'locales',
  'publish',
  'renderer',
  'templates',
  'redirects.json',
]
