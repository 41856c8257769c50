// Every field with every operator, plain and negated, for an insider and an outsider, against an evaluation that knows nothing of
// stores: it goes by the table of what the bugs hold.
import { expect, it } from 'vitest'
import { addBugs, addCustomField, addFlagType, inStore, type BugPlan } from '../../test/bug-rows.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { add, userId } from '../../test/people.js'
import { isTrackerError } from '../errors.js'
import { fieldTypes } from '../field-types.js'
import { operatorNames, valueOperator, type OperatorName } from '../search/operators/names.js'
import type { Row } from '../schema/index.js'
import { fold } from '../store/index.js'

const now = new Date('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

/** What a field of one bug holds. `rows`: each of several texts is asked by itself. */
type Held =
  | { readonly one: string }
  | { readonly many: readonly string[] }
  | { readonly rows: readonly string[] }
  | { readonly number: number }
  | { readonly numbers: readonly number[] }
  | { readonly time: Date | null }

interface FieldTable {
  readonly field: string
  /** For bugs 1 to 4. Bug 3 is hidden from the outsider. */
  readonly held: readonly Held[]
  /** What the outsider knows of, where that is less. */
  readonly outside?: readonly Held[]
  readonly values: readonly string[]
  /** Operators that are refused. */
  readonly without?: readonly OperatorName[]
  /** Only the insider, who is a time tracker too, may search it. */
  readonly isInsidersOnly?: true
}

const one = (...texts: string[]): Held[] => texts.map((text) => ({ one: text }))
const many = (...lists: string[][]): Held[] => lists.map((list) => ({ many: list }))
const rows = (...lists: string[][]): Held[] => lists.map((list) => ({ rows: list }))
const number = (...numbers: number[]): Held[] => numbers.map((value) => ({ number: value }))
const numbers = (...lists: number[][]): Held[] => lists.map((list) => ({ numbers: list }))
const time = (...times: (Date | null)[]): Held[] => times.map((value) => ({ time: value }))

const noPatterns: OperatorName[] = ['regexp', 'notregexp']
const onlyComparable: OperatorName[] = [
  ...(['substring', 'notsubstring', 'casesubstring', 'anywordssubstr', 'allwordssubstr', 'nowordssubstr'] as const),
  ...(['regexp', 'notregexp', 'anywords', 'allwords', 'nowords'] as const),
]
const login = (name: string) => `${name}@example.com`

const tables: readonly FieldTable[] = [
  { field: 'bug_id', held: number(1, 2, 3, 4), values: ['2', '3,4', '2.5'], without: noPatterns },
  {
    field: 'short_desc',
    held: one('Crash in UI', 'crash', 'Crash in UI', 'Äh_50%'),
    values: ['crash', 'ui,äh', 'Crash in UI', '^c.*(ui|h)$', 'in?'],
  },
  { field: 'status_whiteboard', held: one('[a] b', '', '[a] b', 'B'), values: ['b', '[A] b'] },
  {
    field: 'bug_file_loc',
    held: one('http://x/1', '', 'http://x/1', 'HTTP://X/2'),
    values: ['http://x/1', 'x'],
  },
  { field: 'product', held: one('Widgets', 'Gadgets', 'Widgets', 'Widgets'), values: ['widgets', 'gets', 'w.dg'] },
  { field: 'component', held: one('UI', 'Main', 'UI', 'Core'), values: ['ui', 'core,Main', 'I'] },
  { field: 'version', held: one('1.0', 'unspecified', '1.0', '2.0'), values: ['1.0', '0'] },
  {
    field: 'classification',
    held: one('Unclassified', 'Unclassified', 'Unclassified', 'Unclassified'),
    values: ['unclassified', 'x'],
  },
  {
    field: 'bug_status',
    held: one('CONFIRMED', 'RESOLVED', 'CONFIRMED', 'IN_PROGRESS'),
    values: ['confirmed', 'IN', 'resolved,x'],
  },
  { field: 'resolution', held: one('', 'FIXED', '', ''), values: ['fixed', 'FIX'] },
  { field: 'priority', held: one('Normal', 'Normal', 'Normal', '---'), values: ['---', 'normal'] },
  {
    field: 'assigned_to',
    held: one(login('bob'), login('carl'), login('bob'), login('alice')),
    values: [login('BOB'), 'example,bob', 'alice', '^(a|c)'],
  },
  {
    field: 'reporter',
    held: one(login('alice'), login('alice'), login('alice'), login('bob')),
    values: [login('alice')],
  },
  { field: 'qa_contact', held: many([], [login('ivan')], [], [login('bob')]), values: [login('ivan'), 'example'] },
  {
    field: 'assigned_to_realname',
    held: one('Bob Example', 'Carl Example', 'Bob Example', 'Alice Example'),
    values: ['bob example', 'Example'],
  },
  {
    field: 'cc',
    held: many([login('carl'), login('bob')], [], [login('carl')], [login('ivan')]),
    values: [login('carl'), 'carl,bob', 'example'],
  },
  {
    field: 'alias',
    held: many(['Foo', 'bar'], [], ['baz'], ['foobar']),
    values: ['foo', 'foo,bar', 'ba'],
  },
  {
    field: 'keywords',
    held: many(['crash', 'regression'], [], ['crash'], ['regression']),
    values: ['crash', 'crash,regression', 'ress'],
  },
  {
    field: 'dependson',
    held: numbers([2, 3], [], [], [2]),
    outside: numbers([2], [], [], [2]),
    values: ['2', '3', '2,3'],
    without: noPatterns,
  },
  {
    field: 'blocked',
    held: numbers([], [1, 4], [1], []),
    outside: numbers([], [1, 4], [], []),
    values: ['1', '3,4'],
    without: noPatterns,
  },
  {
    field: 'see_also',
    held: many(['http://a/1', 'http://b/2'], [], [], ['http://a/1']),
    values: ['HTTP://A/1', 'b'],
  },
  { field: 'bug_group', held: many([], [], ['secret'], []), values: ['secret', 'sec'] },
  {
    field: 'tag',
    held: many([], [], [], []),
    outside: many(['odd'], [], ['odd'], ['even']),
    values: ['odd', 'even,odd', 'o'],
  },
  { field: 'everconfirmed', held: number(1, 0, 1, 1), values: ['1', 'false'], without: noPatterns },
  { field: 'is_open', held: number(1, 0, 1, 1), values: ['true', '0'], without: noPatterns },
  { field: 'cclist_accessible', held: number(1, 1, 1, 1), values: ['1', '0'], without: noPatterns },
  {
    field: 'creation_ts',
    held: time(daysAgo(9), daysAgo(2), daysAgo(9), daysAgo(1)),
    values: ['2026-02-27T12:00:00Z', '2d'],
    without: onlyComparable,
  },
  {
    field: 'delta_ts',
    held: time(daysAgo(1.5), daysAgo(1), now, now),
    values: ['1d', '2026-02-28T00:00:00Z'],
    without: onlyComparable,
  },
  { field: 'days_elapsed', held: number(1, 1, 0, 0), values: ['1', '0.5', '0'], without: noPatterns },
  {
    field: 'longdescs.count',
    held: number(2, 1, 1, 0),
    outside: number(1, 1, 1, 0),
    values: ['1', '2'],
    without: noPatterns,
  },
  {
    field: 'longdesc',
    held: rows(['First words', 'private note'], ['words'], ['First'], []),
    outside: rows(['First words'], ['words'], ['First'], []),
    values: ['words', 'first,words', 'note'],
  },
  {
    field: 'commenter',
    held: many([login('alice'), login('ivan')], [login('carl')], [login('alice')], []),
    outside: many([login('alice')], [login('carl')], [login('alice')], []),
    values: [login('ivan'), 'alice'],
  },
  {
    field: 'longdescs.isprivate',
    held: numbers([0, 1], [0], [0], []),
    values: ['1', '0'],
    without: noPatterns,
    isInsidersOnly: true,
  },
  {
    field: 'comment_tag',
    held: many(['spam', 'old'], ['old'], [], []),
    outside: many(['old'], ['old'], [], []),
    values: ['spam', 'OLD'],
  },
  {
    field: 'attachments.description',
    held: many(['Patch', 'Log'], [], ['Patch'], []),
    outside: many(['Patch'], [], ['Patch'], []),
    values: ['patch', 'log,patch', 'o'],
  },
  {
    field: 'attachments.mimetype',
    held: many(['text/plain', 'text/x-log'], [], ['text/plain'], []),
    outside: many(['text/plain'], [], ['text/plain'], []),
    values: ['text/plain', 'log'],
    without: ['casesubstring'],
  },
  {
    field: 'attachments.isprivate',
    held: numbers([0, 1], [], [0], []),
    outside: numbers([0], [], [0], []),
    values: ['1', '0'],
    without: noPatterns,
  },
  {
    field: 'attachments.submitter',
    held: many([login('alice'), login('ivan')], [], [login('alice')], []),
    outside: many([login('alice')], [], [login('alice')], []),
    values: [login('ivan'), 'example'],
  },
  {
    field: 'attach_data.thedata',
    held: many(['needle one', 'needle two'], [], ['needle one'], []),
    outside: many(['needle one'], [], ['needle one'], []),
    values: ['needle', 'TWO'],
    without: ['casesubstring'],
  },
  {
    field: 'flagtypes.name',
    held: many(['review?', 'secret+'], [], [], ['review-']),
    outside: many(['review?'], [], [], ['review-']),
    values: ['review?', 'review', 'secret+,review-'],
  },
  { field: 'requestees.login_name', held: many([login('carl')], [], [], []), values: [login('carl'), 'example'] },
  {
    field: 'setters.login_name',
    held: many([login('alice'), login('ivan')], [], [], [login('bob')]),
    outside: many([login('alice')], [], [], [login('bob')]),
    values: [login('ivan'), 'example'],
  },
  { field: 'cf_text', held: one('Red', '', 'Red', ''), values: ['red', 'e'] },
  { field: 'cf_choice', held: one('small', '---', 'small', 'big'), values: ['SMALL', '---', 'big,small'] },
  { field: 'cf_choices', held: many(['a', 'b'], [], ['a'], ['c']), values: ['a', 'a,b', 'c'] },
  { field: 'cf_number', held: number(7, 0, 7, 5), values: ['5', '0', '6.5'], without: noPatterns },
  {
    field: 'cf_bug',
    held: number(3, 0, 2, 2),
    outside: number(0, 0, 2, 2),
    values: ['2', '3', '1'],
    without: noPatterns,
  },
  {
    field: 'cf_when',
    held: time(daysAgo(3), null, daysAgo(3), daysAgo(1)),
    values: ['2d', '2026-02-26T12:00:00Z'],
    without: onlyComparable,
  },
  {
    field: 'estimated_time',
    held: number(2.5, 0, 2.5, 8),
    values: ['2.5', '0'],
    without: noPatterns,
    isInsidersOnly: true,
  },
  { field: 'work_time', held: number(1, 0, 1, 0), values: ['1', '0.5'], without: noPatterns, isInsidersOnly: true },
  {
    field: 'percentage_complete',
    held: number(40, 0, 40, 0),
    values: ['40', '39.5'],
    without: noPatterns,
    isInsidersOnly: true,
  },
]

const plans: readonly BugPlan[] = [
  {
    id: 1,
    summary: 'Crash in UI',
    component: 'UI',
    cc: ['carl', 'bob'],
    alias: ['Foo', 'bar'],
    keywords: ['crash', 'regression'],
    depends_on: [2, 3],
    see_also: ['http://a/1', 'http://b/2', 3],
    tags: { eve: ['odd'] },
    custom: {
      cf_text: 'Red',
      cf_choice: 'small',
      cf_choices: ['a', 'b'],
      cf_number: 7,
      cf_bug: 3,
      cf_when: daysAgo(3),
    },
  },
  {
    id: 2,
    summary: 'crash',
    product: 'Gadgets',
    component: 'Main',
    status: 'RESOLVED',
    resolution: 'FIXED',
    is_confirmed: false,
    assigned_to: 'carl',
    qa_contact: 'ivan',
  },
  {
    id: 3,
    summary: 'Crash in UI',
    component: 'UI',
    cc: ['carl'],
    alias: ['baz'],
    keywords: ['crash'],
    groups: ['secret'],
    tags: { eve: ['odd'] },
    custom: { cf_text: 'Red', cf_choice: 'small', cf_choices: ['a'], cf_number: 7, cf_bug: 2, cf_when: daysAgo(3) },
  },
  {
    id: 4,
    summary: 'Äh_50%',
    component: 'Core',
    version: '2.0',
    status: 'IN_PROGRESS',
    assigned_to: 'alice',
    creator: 'bob',
    qa_contact: 'bob',
    cc: ['ivan'],
    alias: ['foobar'],
    keywords: ['regression'],
    depends_on: [2],
    see_also: ['http://a/1'],
    tags: { eve: ['even'] },
    custom: { cf_choice: 'big', cf_choices: ['c'], cf_number: 5, cf_bug: 2, cf_when: daysAgo(1) },
  },
]

async function furnishBugs(world: World): Promise<void> {
  await inStore(world.store, async (tx) => {
    await addFlagType(tx, { name: 'review' })
    await addFlagType(tx, { name: 'secret' })
    await addCustomField(tx, { name: 'cf_text', type: fieldTypes.freeText })
    await addCustomField(tx, { name: 'cf_choice', type: fieldTypes.singleSelect }, ['---', 'small', 'big'])
    await addCustomField(tx, { name: 'cf_choices', type: fieldTypes.multiSelect }, ['a', 'b', 'c'])
    await addCustomField(tx, { name: 'cf_number', type: fieldTypes.integer })
    await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
    await addCustomField(tx, { name: 'cf_when', type: fieldTypes.dateTime })
  })
  await addBugs(world.store, now, plans)
  await inStore(world.store, async (tx) => {
    const [none] = await tx.select({
      from: 'legal_values',
      where: {
        and: [
          { col: 'name', eq: '---' },
          { col: 'sort_key', eq: 600 },
        ],
      },
    })
    for (const [id, columns] of Object.entries(columnsOf(none?.id ?? 0)))
      await tx.update('bugs', { col: 'id', eq: Number(id) }, columns)
  })
  await addDiscussion(world)
}

function columnsOf(noPriority: number): Record<number, Partial<Row<'bugs'>>> {
  const hours = { estimated_time: 2.5, actual_time: 1, percentage_complete: 40 }
  const text = (whiteboard: string, url: string) => ({
    whiteboard,
    whiteboard_folded: fold(whiteboard),
    url,
    url_folded: fold(url),
  })
  return {
    1: {
      ...text('[a] b', 'http://x/1'),
      ...hours,
      creation_time: daysAgo(9),
      last_change_time: daysAgo(1.5),
      comment_count: 2,
      public_comment_count: 1,
    },
    2: { creation_time: daysAgo(2), last_change_time: daysAgo(1), comment_count: 1, public_comment_count: 1 },
    3: {
      ...text('[a] b', 'http://x/1'),
      ...hours,
      creation_time: daysAgo(9),
      comment_count: 1,
      public_comment_count: 1,
    },
    4: { ...text('B', 'HTTP://X/2'), estimated_time: 8, creation_time: daysAgo(1), priority_id: noPriority },
  }
}

async function addDiscussion(world: World): Promise<void> {
  const [alice, carl, ivan] = [await userId(world, 'alice'), await userId(world, 'carl'), await userId(world, 'ivan')]
  const comment = (bug_id: number, count: number, creator_id: number, text: string, is_private = false) => ({
    ...{ bug_id, count, creator_id, text, text_folded: fold(text), creation_time: now, is_private },
    ...{ work_time: 0, type: 'normal' },
  })
  const [first = 0, note = 0, second = 0] = await add(world, 'comments', [
    comment(1, 0, alice, 'First words'),
    comment(1, 1, ivan, 'private note', true),
    comment(2, 0, carl, 'words'),
    comment(3, 0, alice, 'First'),
  ])
  const tag = (comment_id: number, text: string) => ({ comment_id, tag: text, tag_folded: fold(text) })
  await add(world, 'comment_tags', [tag(first, 'old'), tag(note, 'spam'), tag(second, 'old')])
  const attachment = (
    bug_id: number,
    creator_id: number,
    summary: string,
    content_type: string,
    is_private = false,
  ) => ({
    ...{ bug_id, creator_id, summary, summary_folded: fold(summary), content_type, is_private },
    ...{ creation_time: now, last_change_time: now, file_name: 'f', file_name_folded: 'f' },
    ...{ is_patch: false, is_obsolete: false, size: 1 },
  })
  const [patch = 0, log = 0, clone = 0] = await add(world, 'attachments', [
    attachment(1, alice, 'Patch', 'text/plain'),
    attachment(1, ivan, 'Log', 'text/x-log', true),
    attachment(3, alice, 'Patch', 'text/plain'),
  ])
  const data = (attachment_id: number, text: string) => ({
    attachment_id,
    data: new Uint8Array([1]),
    text_folded: text,
  })
  await add(world, 'attachment_data', [data(patch, 'needle one'), data(log, 'needle two'), data(clone, 'needle one')])
  await addFlags(world, log)
}

async function addFlags(world: World, log: number): Promise<void> {
  const [alice, bob, carl, ivan] = [
    await userId(world, 'alice'),
    await userId(world, 'bob'),
    await userId(world, 'carl'),
    await userId(world, 'ivan'),
  ]
  const types = await inStore(world.store, (tx) => tx.select({ from: 'flag_types' }))
  const type = (name: string) => types.find((one) => one.name === name)?.id ?? 0
  const flag = { creation_date: now, modification_date: now }
  await add(world, 'flags', [
    { ...flag, bug_id: 1, type_id: type('review'), status: '?', setter_id: alice, requestee_id: carl },
    { ...flag, bug_id: 1, attachment_id: log, type_id: type('secret'), status: '+', setter_id: ivan },
    { ...flag, bug_id: 4, type_id: type('review'), status: '-', setter_id: bob },
  ])
}

/** Whether one text has the answer yes. */
function answersText(atom: string, text: string, value: string): boolean {
  const [held, wanted] = [text.toLowerCase(), value.toLowerCase()]
  switch (atom) {
    case 'equals':
      return held === wanted
    case 'substring':
      return held.includes(wanted)
    case 'casesubstring':
      return text.includes(value)
    case 'word':
      return (
        held
          .split(/[^\p{L}\p{N}]+/u)
          .join(' ')
          .split(' ')
          .includes(wanted) || wordsIn(held, wanted)
      )
    case 'regexp':
      return new RegExp(value, 'iu').test(text)
    case 'empty':
      return held === ''
    default:
      return compares(atom, held < wanted ? -1 : Number(held > wanted))
  }
}

/** Words that have other characters inside them. */
function wordsIn(held: string, wanted: string): boolean {
  for (let at = held.indexOf(wanted); at >= 0; at = held.indexOf(wanted, at + 1)) {
    const around = [held[at - 1] ?? ' ', held[at + wanted.length] ?? ' ']
    if (around.every((letter) => !/[\p{L}\p{N}]/u.test(letter))) return true
  }
  return false
}

function compares(atom: string, order: number): boolean {
  const wanted: Record<string, boolean> = {
    lessthan: order < 0,
    lessthaneq: order <= 0,
    greaterthan: order > 0,
    greaterthaneq: order >= 0,
  }
  return wanted[atom] ?? false
}

function answersNumber(atom: string, held: number, value: string): boolean {
  if (atom === 'empty') return held === 0
  const wanted = value === 'true' ? 1 : value === 'false' ? 0 : Number(value)
  if (['equals', 'word', 'substring', 'casesubstring'].includes(atom)) return held === wanted
  return compares(atom, held - wanted)
}

function answersTime(atom: string, held: Date | null, value: string): boolean {
  if (atom === 'empty') return held === null
  const [from, length] = value.endsWith('d') ? [daysAgo(Number(value.slice(0, -1))), 1] : [timeOf(value), 1000]
  const [time, start] = [(held ?? new Date(0)).getTime(), from.getTime()]
  if (atom === 'equals') return time >= start && time < start + length
  return compares(atom, time < start ? -1 : Number(time >= start + length))
}

const timeOf = (value: string) => new Date(value.endsWith('Z') ? value : `${value}Z`)

/** Whether a bug that holds this is found. */
function isFound(name: OperatorName, held: Held, text: string): boolean {
  const operator = valueOperator(name)
  if (!operator) throw new Error(`${name} asks nothing of values`)
  const { atom, cut, wantsAll, isNegative } = operator
  const values = cut === 'words' ? text.split(/[\s,]+/) : cut === 'commas' ? text.split(',') : [text]
  const yes = (one: (value: string) => boolean) => (wantsAll ? values.every(one) : values.some(one))
  const signed = (positive: boolean) => positive !== (isNegative ?? false)
  if ('one' in held) return signed(yes((value) => answersText(atom, held.one, value)))
  if ('number' in held) return signed(yes((value) => answersNumber(atom, held.number, value)))
  if ('time' in held) return signed(yes((value) => answersTime(atom, held.time, value)))
  if ('rows' in held) return held.rows.some((row) => signed(yes((value) => answersText(atom, row, value))))
  const count = 'many' in held ? held.many.length : held.numbers.length
  if (atom === 'empty') return signed(count === 0)
  if ('many' in held) return signed(yes((value) => held.many.some((row) => answersText(atom, row, value))))
  return signed(yes((value) => held.numbers.some((row) => answersNumber(atom, row, value))))
}

/** The ids of what is found, or the code of the error. */
async function outcome(world: World, who: string, chart: object): Promise<number[] | string> {
  try {
    const { bugs } = await world.as(who).bugs.search({ ...chart, include_fields: ['id'] })
    return bugs.map((bug) => bug.id ?? 0)
  } catch (error) {
    return isTrackerError(error) ? error.code : String(error)
  }
}

type Viewer = 'ivan' | 'eve'

/** What a search for one condition should answer. */
function expected(table: FieldTable, who: Viewer, operator: OperatorName, value: string, isNegated: boolean) {
  const { held, outside = held, without = [], isInsidersOnly } = table
  const known = who === 'ivan' ? held : outside
  const isNumeric = known.some((one) => 'number' in one || 'numbers' in one)
  const isNumber = /^(true|false|[\d.]+)$/.test(value)
  if (isInsidersOnly && who === 'eve') return 'invalid_field_name'
  if (without.includes(operator)) return 'search_field_operator_invalid'
  if (isNumeric && !isNumber && /^(less|greater)than/.test(operator)) return 'number_not_numeric'
  const visible = who === 'ivan' ? [1, 2, 3, 4] : [1, 2, 4]
  return visible.filter((id) => isFound(operator, known[id - 1] as Held, value) !== isNegated)
}

/** Every question to a field whose answer is not the expected one. */
async function wrongAnswers(world: World, table: FieldTable, who: Viewer): Promise<object[]> {
  const wrong: object[] = []
  for (const operator of operatorNames.filter((name) => valueOperator(name))) {
    for (const value of table.values) {
      for (const isNegated of [false, true]) {
        const chart = { f1: table.field, o1: operator, v1: value, n1: isNegated }
        const answer = await outcome(world, who, chart)
        const right = expected(table, who, operator, value, isNegated)
        if (String(answer) !== String(right)) wrong.push({ who, ...chart, answer, right })
      }
    }
  }
  return wrong
}

/** A condition and the bugs that satisfy it. */
interface Known {
  readonly chart: readonly [field: string, operator: string, value: string]
  readonly ids: readonly number[]
}

const pairedOperators: readonly OperatorName[] = [
  'equals',
  'notequals',
  'anywordssubstr',
  'nowords',
  'greaterthan',
  'regexp',
]

/** A condition for each field: its first value, with the operators taking turns. Those that are refused are left out. */
function knownConditions(who: Viewer): Known[] {
  return tables.flatMap((table, index): Known[] => {
    if (table.field === 'tag' && who === 'ivan') return []
    const value = table.values[0] ?? ''
    return [0, 1, 2].flatMap((turn): Known[] => {
      const operator = pairedOperators[(index + turn) % pairedOperators.length] ?? 'equals'
      const found = expected(table, who, operator, value, false)
      return typeof found === 'string' ? [] : [{ chart: [table.field, operator, value], ids: found }]
    })
  })
}

/** Each condition joined with one of another field, in every way; those whose answer is not the expected one. */
async function wrongPairs(world: World, who: Viewer): Promise<object[]> {
  const conditions = knownConditions(who)
  const visible = who === 'ivan' ? [1, 2, 3, 4] : [1, 2, 4]
  const wrong: object[] = []
  for (const [index, first] of conditions.entries()) {
    const second = conditions[(index + 7) % conditions.length] ?? first
    const [[f2, o2, v2], [f3, o3, v3]] = [first.chart, second.chart]
    for (const joiner of ['AND', 'OR']) {
      for (const [n1, n2] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ]) {
        const chart = { f1: 'OP', j1: joiner, n1, f2, o2, v2, n2, f3, o3, v3, f4: 'CP' }
        const right = visible.filter((id) => {
          const [one, other] = [first.ids.includes(id) !== (n2 === 1), second.ids.includes(id)]
          return (joiner === 'AND' ? one && other : one || other) !== (n1 === 1)
        })
        const answer = await outcome(world, who, chart)
        if (String(answer) !== String(right)) wrong.push({ who, ...chart, answer, right })
      }
    }
  }
  return wrong
}

onEveryStore('bugs.search: every field with every operator', (open) => {
  it('[BUG-S-07] finds what a look at the bugs would find', async () => {
    const world = await open()
    await furnishBugs(world)
    for (const table of tables) {
      // The tags are those of the outsider.
      const viewers: Viewer[] = table.field === 'tag' ? ['eve'] : ['ivan', 'eve']
      for (const who of viewers) expect(await wrongAnswers(world, table, who)).toEqual([])
    }
  }, 120_000)

  it('[BUG-S-07] joins any two conditions with AND, OR and NOT', async () => {
    const world = await open()
    await furnishBugs(world)
    for (const who of ['ivan', 'eve'] as const) expect(await wrongPairs(world, who)).toEqual([])
  }, 120_000)
})
