import type { Routing } from '#publish/routing.ts'
import { type Emission, emission, jsonText, mostThatFit } from './emission.ts'
import { escapeRegex, isBelowHome, isFileLike, openPages, pageEnding, type Rule, rulesOf } from './rules.ts'

const maxBytes = 10_240

/**
 * S3 behind CloudFront: a function for viewer requests (redirects, tombstones, the shell, `index.html`), a response
 * headers policy for `aws cloudfront create-response-headers-policy`, and instructions. S3 alone can do little of this.
 */
export function emitAws(routing: Routing): Emission {
  const rules = rulesOf(routing, 'bare')
  const { gone } = routing
  const sources = [...gone, ...rules.map(({ from }) => from)]
  const codeOf = (some: number): string =>
    functionCode({ ...routing, gone: gone.slice(0, some) }, rules.slice(0, Math.max(0, some - gone.length)))
  const count = mostThatFit(sources.length, (some) => Buffer.byteLength(codeOf(some)) <= maxBytes)
  return emission(
    {
      'cloudfront-function.js': codeOf(count),
      'response-headers-policy.json': jsonText(headersPolicy(routing, 'site', false)),
      'response-headers-policy-assets.json': jsonText(headersPolicy(routing, 'site-assets', true)),
      'README.md': notes(routing),
    },
    [
      {
        limit: 'A CloudFront function has at most 10 KB',
        entries: sources.slice(count),
        hint: 'Move these redirects to a CloudFront KeyValueStore and look them up in the function, or remove old redirects from redirects.json.',
      },
    ],
  )
}

function functionCode(routing: Routing, rules: Rule[]): string {
  const { gone, shells, pages } = routing
  const dotted = pages.filter(isFileLike)
  const table = Object.fromEntries(rules.map((rule) => [rule.from, partsOf(rule)]))
  return `// CloudFront function (cloudfront-js-2.0) for viewer requests: redirects, restricted pages, clean addresses.
var moved = ${JSON.stringify(table)};
var gone = ${JSON.stringify(gone)};
var shells = ${JSON.stringify(shells.map((shell) => [`^${escapeRegex(shell.prefix)}[^/]+${escapeRegex(shell.suffix)}$`, `/${encodeURI(shell.file)}`, isBelowHome(shell, routing) ? 1 : 0]))};
var openPages = ${JSON.stringify(openPages(routing))};
var dottedPages = ${JSON.stringify(dotted)};
var pagesOfGone = ${JSON.stringify(routing.gone.length > 0 ? routing.notFound.map(({ prefix, file }) => [prefix, `/${file}`]) : [])};
var ending = ${JSON.stringify(pageEnding(routing))};
${functionBody}`
}

/** A target as a list of path, query and fragment, without empty texts at the end. A path alone is a plain text. */
function partsOf({ path, query, fragment }: Rule): string | string[] {
  if (fragment) return [path, query, fragment]
  return query ? [path, query] : path
}

const functionBody = `function query(entries) {
  var parts = [];
  for (var name in entries) {
    var values = entries[name].multiValue || [entries[name]];
    for (var i = 0; i < values.length; i++) parts.push(name + (values[i].value === '' ? '' : '=' + values[i].value));
  }
  return parts.length ? '?' + parts.join('&') : '';
}

function moveTo(location) {
  var headers = { 'cache-control': { value: 'no-cache' }, location: { value: location } };
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: headers };
}

// The 404 page of the language is too large for the answer of a function, so a small page redirects to it.
function answerGone(bare) {
  var page = '';
  for (var i = 0; i < pagesOfGone.length && !page; i++) if ((bare + '/').startsWith(pagesOfGone[i][0])) page = pagesOfGone[i][1];
  return {
    statusCode: 410,
    statusDescription: 'Gone',
    headers: { 'cache-control': { value: 'no-cache' }, 'content-type': { value: 'text/html; charset=utf-8' } },
    body: '<!doctype html><meta charset="utf-8"><title>410</title><meta http-equiv="refresh" content="0; url=' + page + '"><a href="' + page + '">410</a>'
  };
}

function handler(event) {
  var request = event.request;
  var uri = request.uri;
  var path;
  try {
    path = decodeURIComponent(uri);
  } catch (error) {
    return request;
  }
  var bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  var to = moved[bare];
  if (to !== undefined) {
    if (typeof to === 'string') to = [to];
    return moveTo(to[0] + (to[1] || query(request.querystring)) + (to[2] || ''));
  }
  if (gone.indexOf(bare) >= 0) return answerGone(bare);
  if (uri === '/') {
    request.uri = '/index.html';
    return request;
  }
  var last = bare.slice(bare.lastIndexOf('/') + 1);
  var isFile = /\\.[a-z0-9]{1,12}$/i.test(last) && dottedPages.indexOf(bare) < 0;
  for (var i = 0; i < shells.length; i++) {
    if (!new RegExp(shells[i][0]).test(bare) || openPages.indexOf(bare) >= 0) continue;
    if (isFile && shells[i][2]) continue; // a file beside a home
    if (uri.endsWith('/')) return moveTo(uri.slice(0, -1) + query(request.querystring));
    request.uri = shells[i][1];
    return request;
  }
  if (isFile || bare.startsWith('/.well-known/')) return request;
  if (uri.endsWith('/')) {
    if (uri.startsWith('//')) return request;
    return moveTo(uri.slice(0, -1) + query(request.querystring));
  }
  request.uri = uri + ending;
  return request;
}
`

function headersPolicy({ headers }: Routing, name: string, isAssets: boolean): object {
  const items = headers.map((header) => ({
    Header: header.name,
    Value: isAssets ? (header.assets ?? header.value) : header.value,
    Override: true,
  }))
  const known = ['Content-Security-Policy', 'Strict-Transport-Security', 'X-Content-Type-Options', 'Referrer-Policy']
  const textOf = (wanted: string): string | undefined => items.find(({ Header }) => Header === wanted)?.Value
  const policy = textOf('Content-Security-Policy')
  const hsts = textOf('Strict-Transport-Security')
  const custom = items.filter(({ Header }) => !known.includes(Header) && !(isAssets && Header === 'Cache-Control'))
  return {
    Name: name,
    CustomHeadersConfig: { Quantity: custom.length, Items: custom },
    SecurityHeadersConfig: {
      ContentTypeOptions: { Override: true },
      ...(policy && { ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: policy } }),
      ...(hsts && {
        StrictTransportSecurity: {
          Override: true,
          AccessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(hsts)?.[1]),
          IncludeSubdomains: false,
          Preload: false,
        },
      }),
      ReferrerPolicy: {
        Override: true,
        ReferrerPolicy: textOf('Referrer-Policy') ?? 'strict-origin-when-cross-origin',
      },
    },
  }
}

function notes({ headers, api, apiBase, serverErrors, redirects, gone }: Routing): string {
  const assetCaching = headers.find(({ name }) => name === 'Cache-Control')?.assets ?? 'no-cache'
  const failed = serverErrors.find(({ prefix }) => prefix === '/')?.file
  const service = api ? new URL(api.target) : undefined
  const movesAssets = [...gone, ...redirects.map(({ from }) => from)].some((path) => path.startsWith('/assets/'))
  return `# S3 behind CloudFront

1. Copy the export. Copy the hashed assets first, with their own caching, so that a missing asset is not cached for a year:
   \`aws s3 sync ../../site/assets s3://BUCKET/assets --cache-control "${assetCaching}"\`, then
   \`aws s3 sync ../../site s3://BUCKET --exclude "assets/*" --delete\`. Give \`.webmanifest\` and \`.avif\` files their
   \`--content-type\` if your machine does not know them. The bucket stays private (origin access control, REST endpoint).
2. Create the function from \`cloudfront-function.js\` (runtime cloudfront-js-2.0), publish it, and set it for viewer requests of
   the default behaviour${movesAssets ? ', and of `/assets/*`, where redirects start too' : ''}.
3. \`aws cloudfront create-response-headers-policy --response-headers-policy-config file://response-headers-policy.json\`, and
   set it for the default behaviour. Do the same with \`response-headers-policy-assets.json\` for the behaviour \`/assets/*\`.
   These policies set the security headers, and make browsers request pages and \`/sw.js\` again each time.
4. Custom error responses: 403 and 404 both to \`/404.html\` with status 404. There is one page for all languages.
${failed === undefined ? '' : `   500, 502, 503 and 504 to \`/${failed}\` with their status.\n`}5. ${
    service
      ? `Create an origin for the content service, \`${service.host}\` (${service.protocol.slice(0, -1)} only), and a behaviour for \`${apiBase}/*\` that uses it, with all methods,
   caching disabled, the origin request policy \`AllViewerExceptHostHeader\`, and no function.${
     service.pathname === apiBase
       ? ''
       : ` But the service answers below \`${service.pathname}\`, so this
   behaviour needs a function for viewer requests that replaces \`${apiBase}\` with this path.`
   }`
      : 'Pass `/api/*` on to the content service with a separate behaviour.'
  }
   Custom error responses apply to this behaviour too: visitors get the pages of step 4 instead of the service's own 403, 404 and 5xx answers.
   If that matters, leave out step 4, and use the bucket's website endpoint as the origin, with \`404.html\` as its error document.
6. \`aws cloudfront create-invalidation --paths "/*"\` after each deployment. Hashed assets do not need it.
`
}
