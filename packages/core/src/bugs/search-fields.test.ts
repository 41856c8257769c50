// Every field with every operator: plain, negated, and joined with another condition by AND and OR, for an insider and an outsider,
// against a look at the bugs.
import { expect, it } from 'vitest'
import { onEveryStore, type World } from '../../test/harness.js'
import { addSixBugs } from '../../test/six-bugs/furnish.js'
import { allOperators, look, valuesFor, visible, type Viewer } from '../../test/six-bugs/look.js'
import { tables, type FieldTable } from '../../test/six-bugs/tables.js'
import { isTrackerError } from '../errors.js'
import { standardNames } from '../search/fields.js'
import { operatorNames } from '../search/operators/names.js'

interface Question {
  readonly who: Viewer
  readonly chart: object
  /** The ids that should be found, or the code of the error. */
  readonly right: readonly number[] | string
}

/** The ids of what is found, or the code of the error. */
async function answer(world: World, { who, chart }: Question): Promise<readonly number[] | string> {
  try {
    const { bugs } = await world.as(who).bugs.search({ ...chart, include_fields: ['id'] })
    return bugs.map((bug) => bug.id ?? 0)
  } catch (error) {
    return isTrackerError(error) ? error.code : String(error)
  }
}

/** So many are asked side by side. */
const abreast = 8

async function wrongAnswers(world: World, questions: readonly Question[]): Promise<object[]> {
  const wrong: object[] = []
  for (let from = 0; from < questions.length; from += abreast) {
    const some = questions.slice(from, from + abreast)
    const answers = await Promise.all(some.map((question) => answer(world, question)))
    for (const [index, { who, chart, right }] of some.entries())
      if (String(answers[index]) !== String(right)) wrong.push({ who, ...chart, answer: answers[index], right })
  }
  return wrong
}

/** Conditions to join others with: what each kind of field equals in bug 1. */
const partners = [
  'short_desc',
  'bug_id',
  'cc',
  'dependson',
  'longdesc',
  'attachments.submitter',
  'cf_number',
  'delta_ts',
  'flagtypes.name',
]

function questionsAbout(table: FieldTable, who: Viewer): Question[] {
  return allOperators.flatMap((operator, turn) =>
    valuesFor(table, operator).flatMap((value, index) => {
      const right = look(table, who, operator, value)
      const test = { f2: table.field, o2: operator, v2: value }
      const isNot = typeof right === 'string' ? right : without(who, right)
      const single = [
        { who, chart: test, right },
        { who, chart: { ...test, n2: 1 }, right: isNot },
      ]
      return index > 0 ? single : [...single, ...joined(who, test, right, turn)]
    }),
  )
}

function joined(who: Viewer, test: object, right: readonly number[] | string, turn: number): Question[] {
  const partner = tables.find(({ field }) => field === partners[turn % partners.length]) as FieldTable
  const others = look(partner, who, 'equals', partner.values[0] ?? '')
  if (typeof right === 'string' || typeof others === 'string') return []
  const chart = { ...test, f1: partner.field, o1: 'equals', v1: partner.values[0] }
  return [
    { who, chart, right: right.filter((id) => others.includes(id)) },
    {
      who,
      chart: { ...chart, j_top: 'OR' },
      right: visible[who].filter((id) => right.includes(id) || others.includes(id)),
    },
  ]
}

function without(who: Viewer, ids: readonly number[]): number[] {
  return visible[who].filter((id) => !ids.includes(id))
}

it('has a table for every field and knows every operator', () => {
  const fields = tables.map(({ field }) => field)
  expect(fields.filter((field) => !field.startsWith('cf_')).toSorted()).toEqual([...standardNames].toSorted())
  expect(allOperators.toSorted()).toEqual(operatorNames.toSorted())
})

it('has a first bug that is found by what every field equals, except its resolution and its groups', () => {
  const others = tables.filter((table) => {
    const operator = table.field === 'content' ? 'matches' : table.field === 'owner_idle_time' ? 'lessthan' : 'equals'
    const [ofInsider, ofOutsider] = (['ivan', 'eve'] as const).map((who) =>
      look(table, who, operator, table.values[0] ?? ''),
    )
    return !ofInsider?.includes(1 as never) && !ofOutsider?.includes(1 as never)
  })
  expect(others.map(({ field }) => field)).toEqual(['resolution', 'bug_group'])
})

onEveryStore('bugs.search: every field with every operator', (open) => {
  it('[BUG-S-07] finds what a look at the six bugs finds, plain, negated and joined', async () => {
    const world = await open()
    await addSixBugs(world)
    const wrong: object[] = []
    for (const table of tables)
      for (const who of ['ivan', 'eve'] as const) wrong.push(...(await wrongAnswers(world, questionsAbout(table, who))))
    expect(wrong.slice(0, 20)).toEqual([])
  }, 120_000)
})
