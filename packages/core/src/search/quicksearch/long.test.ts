import { expect, it } from 'vitest'
import { onEveryStore } from '../../../test/harness.js'

onEveryStore('a long search', (open) => {
  it('is refused for a quicksearch above 4,000 characters, and for empty words above the limit', async () => {
    const alice = (await open()).tracker.as({ login: 'alice@example.com' })
    const search = (quicksearch: string) => alice.bugs.search({ quicksearch })
    await expect(search('x'.repeat(4001))).rejects.toMatchObject({ code: 'text_too_long' })
    expect((await search('x'.repeat(4000))).bugs).toEqual([])
    await expect(search(`a${','.repeat(3000)}b`)).rejects.toMatchObject({ code: 'search_too_complex' })
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
