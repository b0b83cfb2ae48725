/** JSON as Node 24 has it, which TypeScript does not know of yet: values that are written as they are given. */
type RawJson = { rawJSON: (text: string) => object; isRawJSON: (value: unknown) => boolean }

export const { rawJSON, isRawJSON } = JSON as typeof JSON & RawJson
