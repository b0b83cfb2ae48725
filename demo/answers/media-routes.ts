import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { answerUnchanged } from '#demo/answer-unchanged.ts'
import type { MediaFolder } from '#demo/source/media-folder.ts'

/** `GET /media/{name}`: a picture with its type, `ETag` and `Last-Modified`. 404 for any other name. */
export function mediaRoutes(media: MediaFolder): Hono {
  return new Hono().get('/:name', async (c) => {
    const file = media.find(c.req.param('name'))
    if (!file) throw new HTTPException(404, { message: `There is no picture "${c.req.param('name')}".` })
    c.header('ETag', `"${file.size.toString(36)}-${Math.floor(file.modified).toString(36)}"`)
    c.header('Cache-Control', 'public, max-age=60')
    const unchanged = answerUnchanged(c, file.modified)
    if (unchanged) return unchanged
    c.header('Content-Type', file.mime)
    c.header('X-Content-Type-Options', 'nosniff')
    if (file.mime === 'image/svg+xml')
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return c.body(await readFile(file.path))
  })
}
