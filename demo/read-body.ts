import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/**
 * A body of any accepted type. `consents: {a: true}` in JSON becomes `consents[a]`, as in a form. File fields without a
 * file are left out.
 */
export type RequestBody = { values: Map<string, unknown>; files: Map<string, File[]> }

const maxBodyBytes = 32 * 1024 * 1024

/** Reads JSON, urlencoded or multipart. Throws 400 if the body is invalid, 413 above 32 MB, 415 for another type. */
export async function readBody(c: Context): Promise<RequestBody> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json' || type === 'application/ld+json')
    return { values: await readJson(c), files: new Map() }
  if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded') return readForm(c)
  const message = `A body of the type "${type ?? ''}" is not supported. Send application/json, multipart/form-data or application/x-www-form-urlencoded.`
  throw new HTTPException(415, { message })
}

async function readJson(c: Context): Promise<Map<string, unknown>> {
  const body = await parsed(async () => new Response(await readBytes(c)).json())
  if (!isRecord(body)) throw new HTTPException(400, { message: 'The body is not a JSON object.' })
  const { consents, ...fields } = body
  const named = isRecord(consents) ? Object.entries(consents) : []
  return new Map([...Object.entries(fields), ...named.map(([name, value]) => [`consents[${name}]`, value] as const)])
}

async function readForm(c: Context): Promise<RequestBody> {
  const headers = { 'content-type': c.req.header('Content-Type') ?? '' }
  const form = await parsed(async () => new Response(await readBytes(c), { headers }).formData())
  const values = new Map<string, unknown>()
  const files = new Map<string, File[]>()
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      if (!values.has(name)) values.set(name, value)
    } else if (value.name !== '' || value.size > 0) {
      files.set(name, [...(files.get(name) ?? []), value])
    }
  }
  return { values, files }
}

/**
 * Reads a body up to the limit. Replaces Hono's body limit, which makes a new global `Request` from the Node server's
 * and fails for bodies without a length.
 */
async function readBytes(c: Context): Promise<Buffer<ArrayBuffer>> {
  if (Number(c.req.header('Content-Length') ?? 0) > maxBodyBytes) throw tooLarge(c)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > maxBodyBytes) throw tooLarge(c)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function tooLarge(c: Context): HTTPException {
  // The rest of the body is not read, so nothing can follow on this connection.
  c.header('Connection', 'close')
  return new HTTPException(413, { message: `A body may have at most ${maxBodyBytes / 1024 / 1024} MB.` })
}

async function parsed<T>(parse: () => Promise<T>): Promise<T> {
  try {
    return await parse()
  } catch (cause) {
    if (cause instanceof HTTPException) throw cause
    throw new HTTPException(400, { message: 'The body cannot be read: it does not match its content type.', cause })
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
