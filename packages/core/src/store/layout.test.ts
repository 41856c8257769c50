import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { layoutOf } from './layout.js'

setFlagsFromString('--allow-natives-syntax')
const isHashTable = runInThisContext('(object) => !%HasFastProperties(object)') as (object: object) => boolean

const names = Array.from({ length: 60 }, (_, n) => `member_${n}`)

function make(): object {
  const made: Record<string, unknown> = {}
  for (const [n, name] of names.entries()) made[name] = n % 2 === 0 ? n : `text ${n}`
  return made
}

it('keeps objects with these members from becoming hash tables', () => {
  expect(isHashTable(make())).toBe(true)
  const layout = layoutOf(names)
  expect(isHashTable(make())).toBe(false)
  expect(Object.keys(layout)).toEqual(names)
})
