import { describe, expectTypeOf, it } from 'vitest'
import type * as told from '../types/index.js'
import type * as made from './index.js'

describe('declarations of this package for the type checks of others', () => {
  it('is what it is', () => {
    expectTypeOf<typeof told.createWebHandler>().toEqualTypeOf<typeof made.createWebHandler>()
    expectTypeOf<told.WebOptions>().toEqualTypeOf<made.WebOptions>()
    expectTypeOf<told.Theme>().toEqualTypeOf<made.Theme>()
  })
})
