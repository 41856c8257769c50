import { expect, it } from 'vitest'
import { objectName } from './names.js'

it('an index is named by the columns that it is on', () => {
  expect(objectName('index', 'bugs', ['product_id', 'status_id'])).toBe('bugs__product_id__status_id__index')
})

it('long names of indexes are cut to 63 characters and stay different', () => {
  const long = ['a_column_with_a_long_name', 'another_column_with_a_long_name']
  const names = [
    objectName('index', 'an_entity', [...long, 'x']),
    objectName('index', 'an_entity', [...long, 'y']),
    objectName('unique', 'an_entity', [...long, 'x']),
  ]
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(63)
})
