import { expect, it } from 'vitest'
import { createRecent } from './recent.js'

it('A map with room for few entries forgets what was used longest ago', () => {
  const recent = createRecent<number>(2)
  recent.set('one', 1)
  recent.set('two', 2)
  recent.get('one')
  recent.set('three', 3)
  expect(['one', 'two', 'three'].map((key) => recent.get(key))).toEqual([1, undefined, 3])
  recent.set('three', 4)
  expect([recent.get('one'), recent.get('three')]).toEqual([1, 4])
})
