import { describe, expect, it } from 'vitest'
import { turnsDuring } from '../../test/turns-during.js'
import { makeCsv } from './csv.js'

/** A search that finds as many bugs as it is asked for, without a turn of the event loop. */
const bugs = Array.from({ length: 2_500 }, (_, n) => ({ id: n + 1, summary: `Bug ${n + 1}` }))
const search = async ({ id }: Readonly<Record<string, unknown>>) => {
  const ids = id as readonly number[] | undefined
  return { bugs: ids ? ids.map((one) => bugs[one - 1] as (typeof bugs)[number]) : bugs }
}

describe('makeCsv', () => {
  it('lets others be served between the parts of a long table', async () => {
    const request = { method: 'GET', target: '/rest/bug.csv', headers: {}, body: async () => new Uint8Array() }
    const { body } = await makeCsv({ request, input: {}, search, urlBase: async () => '' })
    const parts: Uint8Array[] = []
    const turns = await turnsDuring(async () => {
      for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part)
    })
    expect(parts.length).toBe(5)
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})
