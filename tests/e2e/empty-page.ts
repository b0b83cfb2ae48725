/** Where the servers of these tests have a page with nothing on it, for a window to wait at between visits. */
export const emptyPage = {
  path: '/empty-page-of-the-tests',
  // The browser asks for an icon where none is named.
  html: '<!doctype html><title>Empty</title><link rel="icon" href="data:,">',
}
