/** Elements that are kept in editors' HTML, in static pages and in pages that are made in the browser. */
export const richTextTags =
  'h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote cite pre code hr br strong b em i u s small mark q abbr kbd del ins time sup sub span div a img table caption thead tbody tfoot tr th td figure figcaption details summary'.split(
    ' ',
  )

/**
 * Other block-level elements, each with the element that replaces it. If they were only removed, their words would join
 * those around them.
 */
export const replacedTags: Record<string, string> = {
  ...Object.fromEntries(
    'address article aside center dialog fieldset footer form header hgroup legend main nav search section'
      .split(' ')
      .map((tag) => [tag, 'div']),
  ),
  ...{ dir: 'ul', menu: 'ul', listing: 'pre' },
}

/** Attributes that are kept in editors' HTML in static pages, on every element (`*`) and on some elements. */
export const richTextAttributes: Record<string, string[]> = {
  '*': ['class', 'id', 'lang', 'dir'],
  a: ['href', 'target', 'rel', 'title'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  abbr: ['title'],
  time: ['datetime'],
  del: ['datetime'],
  ins: ['datetime'],
  details: ['open'],
}
