import { expect, it } from 'vitest'
import { TrackerError } from '../../kernel/errors.js'
import { operatorNames } from '../condition/comparisons.js'
import { onAnyStore } from '../../../test/harness.js'

onAnyStore('a long search', (open) => {
  it('is refused for a quicksearch above 4,000 characters, and for empty words above the limit', async () => {
    const alice = (await open()).tracker.as({ login: 'alice@example.com' })
    const search = (quicksearch: string) => alice.bugs.search({ quicksearch })
    await expect(search('x'.repeat(4001))).rejects.toMatchObject({ code: 'text_too_long' })
    expect((await search('x'.repeat(4000))).bugs).toEqual([])
    await expect(search(`a${','.repeat(3000)}b`)).rejects.toMatchObject({ code: 'search_too_complex' })
  })

  it.each([
    ['zeros', '0'.repeat(60_000)],
    ['words', '0 '.repeat(30_000)],
    ['commas', '0,'.repeat(30_000)],
  ])('answers or refuses every operator with 60,000 characters of %s', async (_what, v1) => {
    const alice = (await open()).tracker.as({ login: 'alice@example.com' })
    const codes = new Set<unknown>()
    for (const f1 of ['creation_ts', 'short_desc', 'bug_id', 'content', 'keywords', 'assigned_to'])
      for (const o1 of operatorNames)
        codes.add(
          await alice.bugs.search({ f1, o1, v1 }).then(
            () => 'found',
            (error: unknown): unknown => (error instanceof TrackerError ? error.code : error),
          ),
        )
    expect([...codes].filter((code) => typeof code !== 'string' || code === 'internal_error')).toEqual([])
    expect(codes).toContain('found')
  })

  it('counts the values of a criterion before it cuts them', async () => {
    const alice = (await open()).tracker.as({ login: 'alice@example.com' })
    const search = (count: number) => alice.bugs.search({ id: '7,'.repeat(count) })
    expect((await search(1000)).bugs).toEqual([])
    await expect(search(1001)).rejects.toMatchObject({ code: 'search_too_complex', data: { field: 'id', count: 1001 } })
  })

  it('finds nothing by a word of 60,000 characters, and is refused for a pattern above 1,000', async () => {
    const alice = (await open()).tracker.as({ login: 'alice@example.com' })
    const asked = { f1: 'creation_ts', v1: '0'.repeat(60_000) } as const
    expect((await alice.bugs.search({ ...asked, o1: 'anywords' })).bugs).toEqual([])
    await expect(alice.bugs.search({ f1: 'short_desc', o1: 'regexp', v1: 'a'.repeat(1001) })).rejects.toMatchObject({
      code: 'invalid_regexp',
    })
  })
})
