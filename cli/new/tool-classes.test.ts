import { expect, it } from 'vitest'
import { toolClasses } from './tool-classes.ts'

it('finds the classes in the styles of blocks and of templates', () => {
  expect([...toolClasses()]).toEqual(expect.arrayContaining(['.banner', '.site-header']))
})
