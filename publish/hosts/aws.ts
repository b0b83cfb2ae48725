import type { Routing } from '#publish/routing.ts'
import { type Emission, emission, jsonText, mostThatFit } from './emission.ts'
import { isFileLike, rulesOf } from './rules.ts'

const mostBytes = 10_240

/**
 * S3 behind CloudFront: a function for viewer requests (redirects, tombstones, the shell, `index.html`), a response headers policy
 * for `aws cloudfront create-response-headers-policy`, and notes. S3 alone can do little of it.
 */
export function emitAws(routing: Routing): Emission {
  const rules = rulesOf(routing, 'bare').map(({ from, path, query, fragment }): [string, string[]] => [
    from,
    [path, query, fragment],
  ])
  const { gone } = routing
  const sources = [...gone, ...rules.map(([from]) => from)]
  const codeOf = (some: number): string =>
    functionCode({ ...routing, gone: gone.slice(0, some) }, rules.slice(0, Math.max(0, some - gone.length)))
  const count = mostThatFit(sources.length, (some) => Buffer.byteLength(codeOf(some)) <= mostBytes)
  return emission(
    {
      'cloudfront-function.js': codeOf(count),
      'response-headers-policy.json': jsonText(headersPolicy(routing, 'site', false)),
      'response-headers-policy-assets.json': jsonText(headersPolicy(routing, 'site-assets', true)),
      'README.md': notes(routing.headers.find(({ name }) => name === 'Cache-Control')?.assets ?? 'no-cache'),
    },
    [
      count === sources.length
        ? undefined
        : {
            limit: 'A CloudFront function has at most 10 KB',
            entries: sources.slice(count),
            hint: 'Put these into a CloudFront KeyValueStore and look them up in the function, or take old ones out of redirects.json.',
          },
    ],
  )
}

function functionCode(routing: Routing, rules: [string, string[]][]): string {
  const { pageFiles, gone, shells, pages } = routing
  const dotted = pages.filter(isFileLike)
  const table = Object.fromEntries(
    rules.map(([from, [path = '', query = '', fragment = '']]) => [from, trimmed([path, query, fragment])]),
  )
  return `// CloudFront function (cloudfront-js-2.0) for viewer requests: redirects, restricted pages, clean addresses.
var moved = ${JSON.stringify(table)};
var gone = ${JSON.stringify(gone)};
var shells = ${JSON.stringify(shells.map(({ prefix, file }) => [prefix, `/${encodeURI(file)}`]))};
var dottedPages = ${JSON.stringify(dotted)};
var ending = ${JSON.stringify(pageFiles === 'file' ? '.html' : '/index.html')};
${functionBody}`
}

/** Without the empty texts at its end; a path alone is a text. */
function trimmed(parts: string[]): string | string[] {
  const [path = '', query = '', fragment = ''] = parts
  if (fragment) return parts
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

function answer(status, text, location) {
  var headers = { 'cache-control': { value: 'no-cache' } };
  if (location) headers.location = { value: location };
  return { statusCode: status, statusDescription: text, headers: headers };
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
  var to = Object.prototype.hasOwnProperty.call(moved, bare) ? moved[bare] : undefined;
  if (to !== undefined) {
    if (typeof to === 'string') to = [to];
    return answer(301, 'Moved Permanently', to[0] + (to[1] || query(request.querystring)) + (to[2] || ''));
  }
  if (gone.indexOf(bare) >= 0) return answer(410, 'Gone');
  for (var i = 0; i < shells.length; i++) {
    if (path.startsWith(shells[i][0]) && path.length > shells[i][0].length) {
      request.uri = shells[i][1];
      return request;
    }
  }
  if (uri === '/') {
    request.uri = '/index.html';
    return request;
  }
  var last = bare.slice(bare.lastIndexOf('/') + 1);
  var isFile = /\\.[a-z0-9]{1,12}$/i.test(last) && dottedPages.indexOf(bare) < 0;
  if (isFile || bare.startsWith('/.well-known/')) return request;
  if (uri.endsWith('/')) {
    if (uri.startsWith('//')) return request;
    return answer(301, 'Moved Permanently', uri.slice(0, -1) + query(request.querystring));
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

const notes = (assetCaching: string): string => `# S3 behind CloudFront

1. Copy the export, hashed assets first and with their caching, so that a missing one is not kept for a year:
   \`aws s3 sync ../../site/assets s3://BUCKET/assets --cache-control "${assetCaching}"\`, then
   \`aws s3 sync ../../site s3://BUCKET --exclude "assets/*" --delete\`. Give \`.webmanifest\` and \`.avif\` files their
   \`--content-type\` if your machine does not know them. The bucket stays private (origin access control, REST endpoint).
2. Create the function from \`cloudfront-function.js\` (runtime cloudfront-js-2.0), publish it, and set it for viewer requests of
   the default behaviour.
3. \`aws cloudfront create-response-headers-policy --response-headers-policy-config file://response-headers-policy.json\`, and
   set it for the default behaviour; the one for assets for the behaviour \`/assets/*\`. They hold the security headers, and that pages and \`/sw.js\` are asked for anew each time.
4. Custom error responses: 403 and 404 both to \`/404.html\` with status 404. There is one page for all languages.
5. Hand \`/api/*\` to the content service with a behaviour of its own.
6. \`aws cloudfront create-invalidation --paths "/*"\` after each deployment; hashed assets would not need it.
`
