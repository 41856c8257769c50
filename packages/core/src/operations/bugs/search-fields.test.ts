// Every field with every operator, for an insider and an outsider, plain, and in one of three ways by turns: negated, and joined with
// another condition by AND or by OR; against a look at the bugs.
import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { addSixBugs } from '../../../test/six-bugs/add-six-bugs.js'
import { allOperators, expectedIds, valuesFor, visible, type Viewer } from '../../../test/six-bugs/expected-ids.js'
import { expectations, type FieldTable } from '../../../test/six-bugs/expectations.js'
import { isTrackerError } from '../../kernel/errors.js'
import { standardNames } from '../../search/fields/fields.js'
import { operatorNames } from '../../search/condition/comparisons.js'

interface Test {
  readonly f: string
  readonly o: string
  readonly v: string
  readonly n?: 1
}

interface Question {
  readonly who: Viewer
  readonly tests: readonly Test[]
  readonly joiner?: 'OR'
  /** The ids that should be found, or the code of the error. */
  readonly right: readonly number[] | string
}

type Chart = Record<string, string | number>

/** Tests as parameters whose numbers begin with `first`. */
function numbered(tests: readonly Test[], first = 1): Chart {
  return Object.assign(
    {},
    ...tests.map((test, at) =>
      Object.fromEntries(Object.entries(test).map(([letter, value]) => [`${letter}${first + at}`, value])),
    ),
  ) as Chart
}

/** The ids of what is found, or the code of the error. */
async function find(world: World, who: Viewer, chart: Chart): Promise<readonly number[] | string> {
  try {
    const { bugs } = await world.as(who).bugs.search({ ...chart, include_fields: ['id'] })
    return bugs.map((bug) => bug.id ?? 0)
  } catch (error) {
    return isTrackerError(error) ? error.code : String(error)
  }
}

/** Asks one by one. */
async function wrongAnswers(world: World, questions: readonly Question[]): Promise<object[]> {
  const wrong: object[] = []
  for (const { who, tests, joiner = 'AND', right } of questions) {
    const chart = { ...numbered(tests), j_top: joiner }
    const answer = await find(world, who, chart)
    if (String(answer) !== String(right)) wrong.push({ who, ...chart, answer, right })
  }
  return wrong
}

/** Number of questions combined into one search: conditions of a search are limited. */
const together = 30

/**
 * Searches at once for bugs that any condition finds wrongly or misses; there must be none. If there are, the
 * conditions are run one by one to find the culprit.
 */
async function wrongTogether(world: World, who: Viewer, questions: readonly Question[]): Promise<object[]> {
  const wrong: object[] = []
  for (let from = 0; from < questions.length; from += together) {
    const some = questions.slice(from, from + together)
    let chart: Chart = { j_top: 'OR' }
    let next = 1
    for (const question of some) {
      const ids = String(question.right) || '0'
      for (const [isNegated, o] of [
        [0, 'nowords'],
        [1, 'anyexact'],
      ] as const) {
        const [inner, end] = [next + 2, next + 2 + question.tests.length]
        chart = Object.assign(chart, numbered(question.tests, inner), {
          [`f${next}`]: 'OP',
          [`f${next + 1}`]: 'OP',
          [`j${next + 1}`]: question.joiner ?? 'AND',
          [`n${next + 1}`]: isNegated,
          [`f${end}`]: 'CP',
          [`f${end + 1}`]: 'bug_id',
          [`o${end + 1}`]: o,
          [`v${end + 1}`]: ids,
          [`f${end + 2}`]: 'CP',
        })
        next = end + 3
      }
    }
    const answer = await find(world, who, chart)
    if (String(answer) === '') continue
    const culprits = await wrongAnswers(world, some)
    wrong.push(...(culprits.length > 0 ? culprits : [{ who, answer, together: some }]))
  }
  return wrong
}

/** Conditions to join others with, of all kinds: what bug 1 equals. */
const partners = [
  'short_desc',
  'bug_id',
  'cc',
  'dependson',
  'longdesc',
  'attachments.submitter',
  'cf_number',
  'delta_ts',
]

/**
 * For each operator, the first value is tested plainly, separately by one of the two viewers and combined by the
 * other, and in one of the ways; the other values are tested plainly by one of the two. The viewer and the way change
 * with the operator and the field.
 */
function questionsAbout(table: FieldTable, who: Viewer): { alone: Question[]; together: Question[] } {
  const questions = { alone: [] as Question[], together: [] as Question[] }
  const begin = expectations.indexOf(table) + Number(who === 'eve')
  for (const [at, operator] of allOperators.entries()) {
    const turn = begin + at
    for (const [index, value] of valuesFor(table, operator).entries()) {
      const isMine = (turn + index) % 2 === 0
      if (index > 0 && !isMine) continue
      const right = expectedIds(table, who, operator, value)
      const test = { f: table.field, o: operator, v: value }
      const plain = { who, tests: [test], right }
      if (typeof right === 'string' || (index === 0 && isMine)) questions.alone.push(plain)
      else questions.together.push(plain)
      if (index === 0 && typeof right !== 'string') questions.together.push(changed(who, test, right, turn))
    }
  }
  return questions
}

/** The test negated, or joined with another one. */
function changed(who: Viewer, test: Test, right: readonly number[], turn: number): Question {
  const all = visible[who]
  const way = turn % 3
  if (way === 0) return { who, tests: [{ ...test, n: 1 }], right: all.filter((id) => !right.includes(id)) }
  const partner = expectations.find(({ field }) => field === partners[turn % partners.length]) as FieldTable
  const [value = ''] = partner.values
  const others = expectedIds(partner, who, 'equals', value)
  const tests = [{ f: partner.field, o: 'equals', v: value }, test]
  return way === 1
    ? { who, tests, right: all.filter((id) => right.includes(id) && others.includes(id as never)) }
    : { who, tests, joiner: 'OR', right: all.filter((id) => right.includes(id) || others.includes(id as never)) }
}

it('the expectations about six bugs cover every field and every operator', () => {
  const fields = expectations.map(({ field }) => field)
  expect(fields.filter((field) => !field.startsWith('cf_')).toSorted()).toEqual([...standardNames].toSorted())
  expect(allOperators.toSorted()).toEqual(operatorNames.toSorted())
})

it('the first of the six bugs is found by equals in every field, except its resolution and its groups', () => {
  const others = expectations.filter((table) => {
    const operator = table.field === 'content' ? 'matches' : table.field === 'owner_idle_time' ? 'lessthan' : 'equals'
    const found = (['ivan', 'eve'] as const).map((who) => expectedIds(table, who, operator, table.values[0] ?? ''))
    return !found.some((ids) => typeof ids !== 'string' && ids.includes(1))
  })
  expect(others.map(({ field }) => field)).toEqual(['resolution', 'bug_group'])
})

onAnyStore('bugs.search: every field with every operator', (open) => {
  it('finds the expected ones of six bugs, plain, negated and joined [BUG-S-07]', async () => {
    const world = await open()
    await addSixBugs(world)
    const wrong: object[] = []
    for (const table of expectations) {
      const asked = await Promise.all(
        (['ivan', 'eve'] as const).map(async (who) => {
          const { alone, together: many } = questionsAbout(table, who)
          return [...(await wrongAnswers(world, alone)), ...(await wrongTogether(world, who, many))]
        }),
      )
      wrong.push(...asked.flat())
    }
    expect(wrong.slice(0, 20)).toEqual([])
  }, 300_000)
})
