import type { Site } from '#renderer/site/site.ts'

/**
 * A record as JSON, as far as any page can show it: without the time of its last edit, and without the size that it gives a picture
 * where the picture's file tells its own.
 */
export function printShown({ picture }: Pick<Site, 'picture'>, record: object | undefined): string {
  const json = JSON.stringify(record, (key, value) => {
    if (key === 'updatedAt') return undefined
    const hasOwnSize = isSized(value) && picture(value.url, 'text') !== undefined
    return hasOwnSize ? { ...value, width: undefined, height: undefined } : value
  })
  return json ?? ''
}

function isSized(value: unknown): value is { url: string; width?: unknown; height?: unknown } {
  return typeof value === 'object' && value !== null && 'url' in value && ('width' in value || 'height' in value)
}
