/** Elements that editors' HTML may keep, in static pages and in those that are made in the browser. */
export const richTextTags =
  'h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote cite pre code hr br strong b em i u s small mark q abbr kbd del ins time sup sub span div a img table caption thead tbody tfoot tr th td figure figcaption details summary'.split(
    ' ',
  )
