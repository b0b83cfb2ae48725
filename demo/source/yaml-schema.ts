import { CORE_SCHEMA, intCoreTag, type ScalarTagDefinition } from 'js-yaml'

const intTag: ScalarTagDefinition<number | string> = {
  ...intCoreTag,
  resolve(source, ...more) {
    const value = intCoreTag.resolve(source, ...more)
    return typeof value === 'number' && !Number.isSafeInteger(value) ? source : value
  },
}

/**
 * Whole numbers that JavaScript would round, such as ids with 17 digits, stay as they are written. `parseJson` does the
 * same for services.
 */
export const yamlSchema = CORE_SCHEMA.withTags(intTag)
