import { describe, expectTypeOf, it } from 'vitest'
import type * as told from '../types/index.js'
import type * as made from './index.js'

describe('what other packages are told of this one while they are checked', () => {
  it('is what it is', () => {
    expectTypeOf<typeof told.createWebHandler>().toEqualTypeOf<typeof made.createWebHandler>()
    expectTypeOf<told.WebOptions>().toEqualTypeOf<made.WebOptions>()
    expectTypeOf<told.Theme>().toEqualTypeOf<made.Theme>()
  })
})
