import { describe, expect, it } from 'vitest'
import { schema, type Reader } from '../schema/index.js'
import { evaluateSelect, type PlainQuery } from '../store/index.js'
import { sharedReader } from './shared-reader.js'

describe('sharedReader', () => {
  it('returns the related rows that a query names', async () => {
    const data = { bugs: [{ id: 7 }], bug_cc: [{ bug_id: 7, user_id: 3 }] }
    const reader = { select: (query: PlainQuery) => evaluateSelect(schema, data, query) }
    const tx = sharedReader(reader as unknown as Reader)
    const rows = await tx.select({
      from: 'bugs',
      where: { col: 'id', in: [7] },
      columns: ['id'],
      with: { cc: { columns: ['user_id'] } },
    })
    expect(rows).toEqual([{ id: 7, cc: [{ user_id: 3 }] }])
  })
})
