import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import type { BugsSearchInput } from '@trackerkit/types'

/** The numbers from 1 on. */
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Returns `count` charts joined by OR. */
const charts = (count: number, field = 'short_desc') =>
  Object.fromEntries([
    ['j_top', 'OR'],
    ...numbers(count).flatMap((number) => [
      [`f${number}`, field],
      [`o${number}`, 'substring'],
      [`v${number}`, `word${number}`],
    ]),
  ]) as Record<`f${number}`, string>

/** Acts like requests without a preference: meaningless names are returned, not rejected. */
const lenient = ({ tracker }: World) => tracker.as({ login: 'alice@example.com' }, { handling: 'lenient' })

onAnyStore('the input of a search', (world) => {
  const words = (count: number) => numbers(count).map((number) => `word${number}`)

  it.each([
    ['charts', charts(200), charts(201), 'f1: a search can have at most 200 charts; 201 were given.'],
    ['values', { id: numbers(1000).join() }, { id: numbers(1001).join() }, 'id: a search can have at most 1000 values'],
    [
      'patterns',
      { short_desc: words(200), short_desc_type: 'regexp' },
      { short_desc: words(201), short_desc_type: 'regexp' },
      'short_desc: a search can have at most 200 patterns and whole words; 201 were given.',
    ],
    ['words', { content: words(50).join(' ') }, { content: words(51).join(' ') }, 'at most 50 words; 51 were given.'],
    [
      'words of a quicksearch',
      { quicksearch: words(50).join('|') },
      { quicksearch: words(51).join('|') },
      'quicksearch: a search can have at most 50 words; 51 were given.',
    ],
    [
      'columns to sort by',
      { product: 'Widgets', order: numbers(20).map(() => 'dependson') },
      {
        product: 'Widgets',
        order: numbers(21)
          .map(() => 'dependson')
          .join(),
      },
      'order: a search can have at most 20 columns to sort by; 21 were given.',
    ],
    [
      'comparisons',
      { short_desc: words(1000), short_desc_type: 'anywordssubstr' },
      {
        short_desc: words(1000),
        short_desc_type: 'anywordssubstr',
        whiteboard: words(1000),
        url: words(1000),
        url_type: 'anywordssubstr',
      },
      'at most 2000 comparisons',
    ],
    ['questions about rows of other kinds', charts(120, 'see_also'), charts(130, 'see_also'), 'at most 500 conditions'],
  ])('may have a limited number of %s', async (_what, allowed, refused, message) => {
    const { as } = await world()
    const alice = as('alice')
    await expect(alice.bugs.search(allowed)).resolves.toMatchObject({ bugs: [] })
    await expect(alice.bugs.search(refused)).rejects.toMatchObject({
      code: 'search_too_complex',
      number: 53,
      message: expect.stringContaining(message) as unknown,
    })
  })

  it('may have a limited number of parameters', async () => {
    const alice = lenient(await world())
    const unknown = (count: number) =>
      Object.fromEntries(numbers(count).map((number) => [`cf_x${number}`, 'a'])) as Record<`cf_${string}`, string>
    const { ignored = [] } = await alice.bugs.search(unknown(1000))
    expect(ignored).toHaveLength(100)
    await expect(alice.bugs.search(unknown(1001))).rejects.toMatchObject({ code: 'search_too_complex' })
  })

  it.each<[name: string, most: number, around?: (text: string) => unknown]>([
    ['summary', 65_535],
    ['status', 65_535, (text) => ['NEW', text]],
    ['id', 65_535, (text) => [1, text]],
    ['v1', 65_535],
    ['cf_unknown', 65_535, (text) => ['a', text]],
    ['quicksearch', 4000],
    ['order', 65_535],
    ['savedsearch', 1000],
  ])('may have a text of limited length in %s', async (name, most, around = (text) => text) => {
    const { as } = await world()
    const search = (length: number) =>
      as('alice').bugs.search({ [name]: around('0'.repeat(length)) } as BugsSearchInput)
    const refusal = { code: 'text_too_long', number: 104, data: { field: name, limit: most } }
    await expect(search(most + 1)).rejects.toMatchObject(refusal)
    expect(await search(most).catch((error: unknown) => error)).not.toMatchObject(refusal)
  })

  it('is repeated in errors only by the beginning of names that mean nothing', async () => {
    const { ignored = [] } = await lenient(await world()).bugs.search({
      product: 'Widgets',
      [`cf_${'x'.repeat(5000)}`]: 'a',
    })
    expect(ignored).toEqual([`cf_${'x'.repeat(74)}...`])
  })

  it('with an unknown operator is refused even in a chart that is left out', async () => {
    const alice = lenient(await world())
    const search = (criteria: object) => alice.bugs.search({ product: 'Widgets', ...criteria })
    expect(await search({ f1: 'longdesc', o1: 'isnotempy' })).toMatchObject({ ignored: ['o1'] })
    expect(await search({ f1: 'longdesc', o1: 'equals' })).not.toHaveProperty('ignored')
    expect(await search({ 'field0-0-0': 'longdesc', 'type0-0-0': 'nosuch' })).toMatchObject({ ignored: ['type0-0-0'] })
  })

  it('may say `ids` for `id`, and `criteria[f1]` for `f1`', async () => {
    const { as } = await world()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await as('alice').bugs.create({ ...bug, summary: 'It blinks' })
    await as('alice').bugs.create({ ...bug, summary: 'It glows' })
    const criteria = { 'criteria[f1]': 'short_desc', 'criteria[o1]': 'substring', 'criteria[v1]': 'blink' }
    for (const wanted of [{ ids: [id] }, criteria] as BugsSearchInput[]) {
      const { bugs, ignored } = await as('alice').bugs.search(wanted)
      expect([bugs.map((found) => found.id), ignored]).toEqual([[id], undefined])
    }
  })
})
