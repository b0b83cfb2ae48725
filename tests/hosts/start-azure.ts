import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Deployment, RunningHost } from './host-process.ts'
import { decodedPath, lookUp, type Reply, startImitation } from './imitation.ts'

const headersSchema = z.record(z.string(), z.string())
const routeSchema = z
  .strictObject({
    /** An encoded path, with `*` only as the last segment. */
    route: z.string().regex(/^\/(?:[^*\s]*\/)?(?:\*|[^*\s]*)$/),
    redirect: z
      .string()
      .regex(/^(?:https:\/)?\//)
      .optional(),
    rewrite: z.string().startsWith('/').optional(),
    statusCode: z.union([z.literal(301), z.literal(302)]).optional(),
    headers: headersSchema.optional(),
  })
  .refine(({ redirect, rewrite }) => !(redirect && rewrite), 'a route redirects or rewrites')
  .refine(({ redirect, statusCode }) => !statusCode || redirect, 'a status is one of a redirect')

/** The usable part of `staticwebapp.config.json`, by its reference. */
const configSchema = z.strictObject({
  routes: z
    .array(routeSchema)
    .refine((all) => new Set(all.map(({ route }) => route)).size === all.length, 'a route twice'),
  responseOverrides: z.strictObject({ 404: z.strictObject({ rewrite: z.string().startsWith('/') }) }),
  globalHeaders: headersSchema,
  mimeTypes: z.record(z.string().regex(/^\.[a-z0-9]+$/), z.string()),
})

const maxBytes = 20 * 1024

/**
 * An imitation of Azure Static Web Apps, by its documentation. Only the first route that matches the path as sent
 * applies. `/x/index.html` matches `/x` and `/x/`. A folder redirects to its final slash. The query of a request is
 * lost.
 */
export async function startAzure({ site, hosts }: Deployment): Promise<RunningHost> {
  const text = await readFile(join(hosts, 'azure/staticwebapp.config.json'), 'utf8')
  if (Buffer.byteLength(text) > maxBytes) throw new Error('Azure would refuse a file of that size.')
  const config = configSchema.parse(JSON.parse(text))

  return startImitation(site, ({ path }): Reply => {
    const route = config.routes.find((one) => matches(one.route, path))
    const headers = { ...config.globalHeaders, ...route?.headers }
    if (route?.redirect) return { status: route.statusCode ?? 302, location: route.redirect }
    const found = lookUp(site, decodedPath(route?.rewrite ?? path))
    if (!found) return { status: 404, file: decodedPath(config.responseOverrides[404].rewrite), headers }
    if (found.is === 'index' && !route?.rewrite && !path.endsWith('/')) return { status: 301, location: `${path}/` }
    const type = config.mimeTypes[/\.[a-z0-9]+$/.exec(found.file)?.[0] ?? '']
    return { status: 200, file: found.file, headers: { ...headers, ...(type && { 'content-type': type }) } }
  })
}

function matches(route: string, path: string): boolean {
  if (route.endsWith('/*')) return path.startsWith(route.slice(0, -1)) && path.length >= route.length
  return (
    route === path || (route.endsWith('/index.html') && [`${path}/index.html`, `${path}index.html`].includes(route))
  )
}
