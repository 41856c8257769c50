import { describe, expect, it } from 'vitest'
import { mailReader } from './reader.js'

describe('mailReader', () => {
  it('rejects unknown options and limits that are no numbers', () => {
    expect(() => mailReader({ heap: 50, ...{ timeoutMs: 5 } })).toThrow(
      'timeoutMs is not an option of mailReader. Accepted: heap, timeout.',
    )
    expect(() => mailReader({ heap: '100 MB' as unknown as number })).toThrow(
      "heap cannot be '100 MB'. Accepted: a number above 0.",
    )
  })
})
