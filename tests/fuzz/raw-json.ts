/** The part of JSON in Node 24 that TypeScript does not know yet: values that are written exactly as given. */
type RawJson = { rawJSON: (text: string) => object; isRawJSON: (value: unknown) => boolean }

export const { rawJSON, isRawJSON } = JSON as typeof JSON & RawJson
