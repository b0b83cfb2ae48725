/** Hints for remarks that only the doctor makes, by their permanent name. `docs/doctor.md` explains each. */
export const hints = {
  'answer-changes':
    'Leave out everything that differs between requests (times, counters, a random order), so that a rebuild sees what changed.',
  'cache-large': 'Remove the unused files with "site cache --prune".',
  'charset-wrong': 'Declare UTF-8, or no charset: JSON is always in UTF-8.',
  'compression-broken': 'Make the service, or the proxy in front of it, compress with gzip or br, or not at all.',
  'content-type-wrong': 'Send application/ld+json or application/json: browsers and proxies rely on the content type.',
  'error-in-200':
    'Look at the log of the service. An answer with such a "code" counts as a failure, so send that status.',
  'etag-changes':
    'Compute the ETag from the content only, or leave it out: with this one, every build has to read everything.',
  'etag-ignored': 'Answer 304 to If-None-Match, so that a rebuild reads only what changed.',
  'etag-lies': 'Compute the ETag from the bytes that are sent, or leave it out: otherwise builds miss changes.',
  'etag-shared':
    'Compute the ETag from the bytes that are sent. If it is a version of the whole content, it must change with every change of the content.',
  'hidden-open': 'Answer 401 without a token: these pages are for visitors who logged in.',
  'id-twice': 'Give each member a unique id: ids pair translations.',
  'last-modified-lies': 'Send the time of the last change, or leave out Last-Modified: otherwise builds miss changes.',
  'locale-ignored': 'Answer in the locale of the query ("locale"), which is also in Accept-Locale.',
  'node-old': 'Run the command as "npx site", which uses the Node in node_modules.',
  'not-found':
    'Add it to the service, or correct what refers to it: for a document, its node or list; for an endpoint, the address in --api, to which the paths of the contract are appended.',
  'not-modified-always': 'Answer 304 only if the tag or date of the request is that of the current content.',
  'order-wrong': 'List the newest post first: lists of posts keep this order.',
  'paging-endless': 'Leave out "next" on the last page.',
  'paging-hidden': 'Return the whole list, or name its next page in "view".',
  'preview-broken': 'Set SITE_API_TOKEN to a token that may read drafts, or fix the preview.',
  'preview-open': 'Return drafts for preview=true with a valid token, and answer 401 without one.',
  'preview-refused':
    'Answer 401 without a token, and return the draft with one. Without drafts, "site preview" shows the published pages.',
  'rate-limit-blind': 'Send Retry-After, so that a build waits as long as needed, or build with a lower --concurrency.',
  redirect: 'Answer at the address itself: with a redirect, each read of a build takes two requests.',
  'redirect-elsewhere':
    'If this is the right service, pass its address with --api: a redirect to another origin is never followed.',
  'search-empty': 'List every document that may be indexed: the sitemap is made from this list.',
  'search-ignores-phrase': 'Return only the documents that contain the phrase.',
  'search-paged': 'Return all results for pagination=false: otherwise visitors and sitemaps see only the first page.',
  slow: 'Make the service faster: a build sends hundreds of requests.',
  'slug-prefixed': 'Return slugs without the prefix of their locale: a build adds the prefix.',
  'status-wrong': 'Look at the log of the service.',
  'token-ignored': 'Check that the token is valid, not only that there is one.',
  'translations-unpaired':
    'Return the same "nodeReference" for a page in each locale: nodes with the same type, action and reference are translations of each other.',
  unsteady: 'Look at the log of the service. A build also retries, but takes longer.',
} as const

/** Names of remarks without an entry above, because their hint depends on the case. */
export const hintedByCase = [
  ...(['cors-headers', 'cors-method', 'cors-missing', 'cors-origin', 'cors-status', 'disk-short'] as const),
  ...(['document-other', 'folder-unwritable', 'form-missing', 'html-for-json', 'json-broken', 'json-cut'] as const),
  ...(['locale-missing', 'no-answer', 'settings-wrong', 'slug-encoded', 'text-garbled', 'token-needed'] as const),
]
