import { describe, expect, it } from 'vitest'
import { excerpts } from './excerpts.js'

describe('excerpts', () => {
  it('keeps short values, and missing ones', () => {
    expect(excerpts({ there: 'a', here: 'b' })).toEqual({ there: 'a', here: 'b' })
    expect(excerpts({ there: undefined, here: 'b' })).toEqual({ there: undefined, here: 'b' })
  })

  it('begins long texts shortly before their first difference', () => {
    const same = 'x'.repeat(5000)
    const { there, here } = excerpts({ there: `${same}one`, here: `${same}two${same}` })
    expect(there).toBe(`…${'x'.repeat(40)}one`)
    expect(here).toBe(`…${'x'.repeat(40)}two${'x'.repeat(157)}`)
  })

  it('shows both ends where one text continues', () => {
    const same = 'x'.repeat(300)
    expect(excerpts({ there: same, here: `${same}more` })).toEqual({
      there: `…${'x'.repeat(40)}`,
      here: `…${'x'.repeat(40)}more`,
    })
  })
})
