import { expect, it } from 'vitest'
import type { Call } from '../../../call/context.js'
import type { Reader } from '../../../schema/index.js'
import { linesOf, type BoardField } from './lines.js'

it('boards have at most 1,000 values of a field with bugs', async () => {
  const all = Array.from({ length: 1001 }, (_, value) => ({ value, name: `value ${value}` }))
  const part = { col: 'component_id' } as const
  const field: BoardField = { input: 'rows', name: 'component', part, grouping: { part, labels: () => all } }
  const countsOf = (labels: typeof all) => labels.map(({ value }) => ({ key: [null, value], count: 1 }))
  const lines = (labels: typeof all) => linesOf({} as Reader, {} as Call, field, countsOf(labels), [])
  expect(await lines(all.slice(1))).toMatchObject({ more: 980 })
  const data = { field: 'rows', limit: 1000 }
  await expect(lines(all)).rejects.toMatchObject({ code: 'too_many_groups', data })
})
