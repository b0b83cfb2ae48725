/** An empty page on the servers of these tests, where a window waits between visits. */
export const emptyPage = {
  path: '/empty-page-of-the-tests',
  // The browser requests an icon if none is named.
  html: '<!doctype html><title>Empty</title><link rel="icon" href="data:,">',
}
