// Hidden data must not affect any observable part of a search: response, error, statements and rows read are the same
// for any hidden values. Compares two trackers that differ only in hidden data.
import { expect, it } from 'vitest'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { addHidden, changeHidden, changeHiddenFromAll, costly } from '../../../test/hidden.js'
import { allOperators, expectedIds, valuesFor } from '../../../test/six-bugs/expected-ids.js'
import { expectations, type FieldTable, type Held } from '../../../test/six-bugs/expectations.js'
import { isTrackerError } from '../../kernel/errors.js'
import { createTracker } from '../../tracker/tracker.js'

type Chart = Record<string, string | number>

/** Returns hidden values of a field that could be guessed: values that outsiders cannot see. */
function hiddenValues({ field, held, outside = held }: FieldTable): readonly string[] {
  const texts = (list: readonly Held[]) => list.flatMap((one) => Object.values(one).flat().map(String))
  const known = texts(outside)
  const more = { product: ['Vault'], component: ['Safe'], bug_group: ['secret'], tag: ['odd'] }[field] ?? []
  return [...texts(held).filter((text) => !known.includes(text)), ...more].slice(0, 1)
}

/**
 * Every operator with what is asked of a field, known values and hidden ones, as one search; and those that are errors. Whole
 * logins are left out for the logged-out, who may know them.
 */
function chartsOf(table: FieldTable, who: string | null): Chart[] {
  const guesses = [...valuesFor(table, 'equals').slice(0, 1), ...hiddenValues(table), who === null ? 'example' : 'zz']
  const asked = allOperators.flatMap((o) => {
    const values = o.startsWith('changed') || o.endsWith('empty') ? valuesFor(table, o) : guesses
    const given = values.filter((value) => who !== null || !value.includes('@'))
    return [...new Set(given)].map((v) => ({ o, v, isError: typeof expectedIds(table, 'eve', o, v) === 'string' }))
  })
  const chart: Chart = { j_top: 'OR' }
  asked
    .filter((one) => !one.isError)
    .forEach(({ o, v }, at) => Object.assign(chart, { [`f${at}`]: table.field, [`o${at}`]: o, [`v${at}`]: v }))
  const errors = asked.filter((one) => one.isError).map(({ o, v }) => ({ f1: table.field, o1: o, v1: v }))
  const pattern = { f1: table.field, o1: 'regexp', v1: costly }
  return [chart, pattern, ...errors.filter((one, at) => one.o1 !== errors[at - 1]?.o1), { order: table.field }]
}

/** Returns a function that runs searches on a tracker and reports their observable results and their cost. */
async function watch(world: World, who: string | null) {
  const { store, trace } = countingStore(world.store)
  const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
  const { search } = tracker.as(who === null ? null : { login: `${who}@example.com` }).bugs
  await search({ id: 1 })
  const ask = async (input: Chart) => {
    trace.length = 0
    try {
      const { bugs, ...about } = await search({ ...input, count_total: true, include_fields: ['id'] })
      return { input, answer: { ids: bugs.map((bug) => bug.id), ...about }, trace: [...trace] }
    } catch (error) {
      if (!isTrackerError(error)) throw error
      return { input, answer: { code: error.code, message: error.message }, trace: [...trace] }
    }
  }
  return { ask, close: () => tracker.close() }
}

onAnyStore('bugs.search: what is hidden', (open) => {
  it.each([
    ['eve', changeHidden],
    [null, changeHiddenFromAll],
  ] as const)(
    'makes no difference to %s, in any field with any operator, nor to the work that is done',
    async (who, change) => {
      const [world, other] = [await open(), await open()]
      await addHidden(world)
      await change(other)
      const [here, there] = [await watch(world, who), await watch(other, who)]
      for (const chart of expectations.flatMap((table) => chartsOf(table, who)))
        expect(await here.ask(chart)).toEqual(await there.ask(chart))
      for (const input of [
        { quicksearch: 'ALL private' },
        { quicksearch: 'ALL needle secret? attachdata:needle' },
        { content: 'private', order: 'relevance' },
        { content: 'private note', f1: 'comment_tag', o1: 'anywords', v1: 'spam', n1: 1 },
        { chfield: 'attachments.description', chfieldvalue: 'New' },
        { email1: 'ivan', emailtype1: 'substring', emaillongdesc1: 1, emailcc1: 1 },
        ...(who === null ? [{ email1: 'example', emailtype1: 'substring', emailassigned_to1: 1 }] : []),
      ])
        expect(await here.ask(input)).toEqual(await there.ask(input))
      await here.close()
      await there.close()
    },
    60_000,
  )

  it('takes the same work to guess as the number of a bug that does not exist', async () => {
    const world = await open()
    await addHidden(world)
    const { ask, close } = await watch(world, 'eve')
    const rows = (trace: readonly string[]) => trace.map((line) => line.replace(/^.*: /, ''))
    const operators = allOperators.filter((o) => !/match|empty|changedb|changedafter|than|regexp|substr/.test(o))
    for (const f1 of ['dependson', 'blocked', 'dup_id', 'see_also', 'cf_bug', 'bug_id']) {
      const named = (id: number) => (f1 === 'see_also' ? `show_bug.cgi?id=${id}` : String(id))
      for (const o1 of operators) {
        const [right, wrong] = [await ask({ f1, o1, v1: named(3) }), await ask({ f1, o1, v1: named(8) })]
        expect({ f1, o1, ...right.answer, rows: rows(right.trace) }).toEqual({
          f1,
          o1,
          ...wrong.answer,
          rows: rows(wrong.trace),
        })
      }
    }
    await close()
  })

  it('counts towards the limit of text for those who may see it', async () => {
    const world = await open()
    await addHidden(world)
    for (const f1 of ['longdesc', 'short_desc', 'attach_data.thedata', 'attachments.description'])
      await expect(world.as('ivan').bugs.search({ f1, o1: 'regexp', v1: costly })).rejects.toMatchObject({
        code: 'search_too_much_text',
      })
  })
})
