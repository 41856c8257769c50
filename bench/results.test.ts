import { describe, expect, it } from 'vitest'
import { commitsSince, readResults } from './results.js'

describe('results of the bench', () => {
  it('fail with the command that writes them when they are missing', () => {
    expect(() => readResults('none')).toThrow('bench/results/none.json is missing: npm run bench -- none --save')
  })

  it('have an unknown age without the history of their commit', () => {
    expect(commitsSince(null)).toBeUndefined()
    expect(commitsSince('0000000000')).toBeUndefined()
  })
})
