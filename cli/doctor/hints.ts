/** Hints for remarks that only the doctor makes, by their permanent name. `docs/doctor.md` explains each. */
export const hints = {
  'answer-changes':
    'Leave out what is of the moment (times, counters, an order by chance), so that a rebuild sees what changed.',
  'cache-large': 'Remove them with "site cache --prune".',
  'charset-wrong': 'Answer in UTF-8 and say so, or say nothing: JSON has no other encoding.',
  'compression-broken': 'Let the service, or the proxy in front of it, compress with gzip or br, or not at all.',
  'content-type-wrong': 'Say application/ld+json or application/json; browsers and proxies go by it.',
  'error-in-200':
    'Look at the log of the service; an answer with such a "code" counts as a failure, so answer with that status.',
  'etag-changes':
    'Make the tag of the content and of nothing else, or leave it out: as it is, every build has to read everything.',
  'etag-ignored': 'Answer 304 to If-None-Match, so that a rebuild reads only what changed.',
  'etag-lies': 'Make the tag of the bytes that are sent, or leave it out: otherwise builds miss what changes.',
  'etag-shared':
    'Make the tag of the bytes that are sent. If it is the version of all content, it must change whenever any of it does.',
  'hidden-open': 'Answer 401 without a token: these pages are for visitors who logged in.',
  'id-twice': 'Give each member an id of its own: translations are paired by it.',
  'last-modified-lies':
    'Give the time of the last change, or leave Last-Modified out: otherwise builds miss what changes.',
  'locale-ignored': 'Answer in the locale of the query ("locale"), which Accept-Locale names too.',
  'node-old': 'Run it as "npx site", which uses the Node in node_modules.',
  'not-found': 'Add it to the service, or correct the address in --api: the paths of the contract follow it.',
  'not-modified-always': 'Answer 304 only where tag or date are those of what would be sent.',
  'order-wrong': 'List the newest first: lists of posts show them in this order.',
  'paging-endless': 'Leave "next" out on the last page.',
  'preview-broken': 'Set SITE_API_TOKEN to a token that may read drafts, or fix the preview.',
  'preview-open': 'Answer drafts to preview=true with a good token, and 401 without one.',
  'preview-refused':
    'Answer 401 without a token, and the draft with one; without drafts "site preview" shows what is published.',
  'rate-limit-blind':
    'Send Retry-After, so that a build waits as long as it takes; or build with a lower --concurrency.',
  redirect: 'Answer at the address itself: each read of a build takes two requests so.',
  'redirect-elsewhere':
    'Name that service with --api, if it is the one that is meant; a redirect to another origin is never followed.',
  'search-empty': 'List every document that may be indexed: the sitemap is made of it.',
  'search-ignores-phrase': 'Answer the documents that hold the phrase.',
  'search-paged': 'Answer every result to pagination=false: visitors and sitemaps see only the first page otherwise.',
  slow: 'Look at the service: a build asks hundreds of times.',
  'slug-prefixed': 'Answer slugs without the prefix of their locale; a build puts it before them.',
  'status-wrong': 'Look at the log of the service.',
  'token-ignored': 'Check the token, not whether there is one.',
  'translations-unpaired':
    'Answer the same "nodeReference" for a page in each locale; nodes of the same type, action and reference are translations of each other.',
  unsteady: 'Look at the log of the service; a build tries again as well, but takes longer.',
} as const

/** Names of remarks without an entry above, because their hint depends on the case. */
export const hintedByCase = [
  ...(['cors-headers', 'cors-method', 'cors-missing', 'cors-origin', 'cors-status', 'disk-short'] as const),
  ...(['document-other', 'folder-unwritable', 'form-missing', 'html-for-json', 'json-broken', 'json-cut'] as const),
  ...(['locale-missing', 'no-answer', 'settings-wrong', 'slug-encoded', 'token-needed'] as const),
]
