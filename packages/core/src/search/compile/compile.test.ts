import { beforeAll, describe, expect, it } from 'vitest'
import { testCatalogue } from '../../../test/set-up.js'
import { nobody, type Caller, type User } from '../../call/context.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { test, type Condition } from '../condition/tree.js'
import { compile, compileSearch } from './compile.js'
import { fill, keyOf, lookupsIn } from './fill.js'

const now = new Date('2026-03-18T15:45:30Z')
let catalogue: Catalogue
let who: Caller
beforeAll(async () => {
  catalogue = await testCatalogue()
  const groupIds = new Set([catalogue.groups.named('secret')?.id ?? 0])
  who = { ...nobody, isInsider: true, isTimeTracker: true, groupIds, user: { id: 7 } as User }
})

const always = { and: [] }
const visible = { candidates: 'visible' }
const ofPerson = (login: string, field: string) => ({
  lookup: { kind: 'people', by: 'login', comparison: 'equals', values: [login], field },
})
const visited = test('last_visit_ts', 'lessthan', ['%last_changed%'])
const changedBy = test('dependson', 'changedby', ['bob'])
const hasWord = test('longdesc', 'anywords', ['crash'])

const wordWanted = {
  kind: 'values',
  entity: 'comments',
  key: 'id',
  col: 'text_folded',
  as: 'folded text',
  where: { and: [{ and: [always, { some: 'bug', where: visible }] }, { col: 'text_folded', contains: 'crash' }] },
  comparison: 'word',
  values: ['crash'],
  field: 'longdesc',
}
const changeWanted = {
  kind: 'changes',
  where: {
    and: [
      { col: 'field', eq: 'depends_on' },
      always,
      { some: 'bug', where: visible },
      { col: 'user_id', in: { lookup: { ...ofPerson('bob', 'dependson').lookup, mustExist: true } } },
    ],
  },
  texts: [],
  field: 'dependson',
  values: [],
}

const table: readonly (readonly [what: string, condition: Condition, predicate: object])[] = [
  ['a text', test('short_desc', 'equals', ['Crash']), { col: 'summary_folded', in: ['crash'] }],
  [
    'a person',
    test('assigned_to', 'notequals', ['alice']),
    { not: { col: 'assigned_to_id', in: ofPerson('alice', 'assigned_to') } },
  ],
  [
    'a role beside a person',
    test('reporter', 'anyexact', ['%assignee%', 'bob']),
    {
      or: [
        { col: 'creator_id', eqCol: 'assigned_to_id' },
        { col: 'creator_id', in: ofPerson('bob', 'reporter') },
      ],
    },
  ],
  ['a role alone', test('reporter', 'equals', ['%assignee%']), { col: 'creator_id', eqCol: 'assigned_to_id' }],
  [
    'nobody by real name',
    test('qa_contact_realname', 'isempty', []),
    {
      or: [
        { col: 'qa_contact_id', eq: null },
        {
          col: 'qa_contact_id',
          in: {
            lookup: {
              kind: 'people',
              by: 'real_name',
              comparison: 'empty',
              values: [],
              field: 'qa_contact_realname',
            },
          },
        },
      ],
    },
  ],
  [
    'a tag',
    test('tag', 'substring', ['odd']),
    {
      some: 'tags',
      where: {
        and: [
          { some: 'tag', where: { col: 'user_id', eq: 7 } },
          { col: 'tag_id', in: { lookup: { kind: 'tags', comparison: 'substring', values: ['odd'], field: 'tag' } } },
        ],
      },
    },
  ],
  [
    'a visit',
    visited,
    {
      some: 'marks',
      where: {
        and: [
          { and: [{ col: 'user_id', eq: 7 }, { not: { col: 'last_visit_ts', eq: null } }] },
          {
            col: 'bug_id',
            in: { lookup: { kind: 'visits', comparison: 'lessthan', values: ['%last_changed%'], ...visited } },
          },
        ],
      },
    },
  ],
  ['a change', changedBy, { some: 'history', where: { col: 'id', in: { lookup: changeWanted } } }],
  ['a whole word', hasWord, { some: 'comments', where: { and: [always, { col: 'id', in: { lookup: wordWanted } }] } }],
  [
    'digits, in an OR that is negated',
    { not: { any: [test('short_desc', 'equals', ['a']), test('bug_id', 'regexp', ['^1'])] } },
    {
      not: {
        or: [
          { col: 'summary_folded', in: ['a'] },
          {
            col: 'id',
            in: {
              lookup: {
                kind: 'values',
                entity: 'bugs',
                key: 'id',
                col: 'id',
                as: 'number',
                where: visible,
                comparison: 'regexp',
                values: ['^1'],
                field: 'bug_id',
              },
            },
          },
        ],
      },
    },
  ],
]

describe('compile', () => {
  it.each(table)('makes a predicate of %s', (_, condition, predicate) => {
    expect(compile(condition, { who, catalogue, now })).toEqual(predicate)
  })

  it('asks for the members of a group', () => {
    const lookups = lookupsIn(compile(test('cc', 'equals', ['%group.secret%']), { who, catalogue, now }))
    expect(lookups).toMatchObject([{ kind: 'users', where: { some: 'groups' } }])
  })

  it.each([
    ['illegal_date', test('last_visit_ts', 'lessthan', ['never'])],
    ['invalid_regexp', test('tag', 'regexp', ['('])],
  ])('rejects with %s what no lookup is needed for', (code, condition) => {
    expect(() => compile(condition, { who, catalogue, now })).toThrow(expect.objectContaining({ code }))
  })
})

describe('compileSearch', () => {
  it('puts what must be read last, and looks up in the order given, equal things once', () => {
    const person = test('assigned_to', 'equals', ['alice'])
    const summary = test('short_desc', 'equals', ['a'])
    const { wanted, visibleCandidates, lookups } = compileSearch(
      { all: [hasWord, { all: [changedBy, person] }, summary, person] },
      { who, catalogue, now },
    )
    expect(wanted).toHaveProperty('and.length', 5)
    expect(JSON.stringify(wanted)).toMatch(/assigned_to_id.*summary_folded.*assigned_to_id.*"values".*"changes"/)
    expect(lookupsIn(visibleCandidates)).toEqual([ofPerson('alice', 'assigned_to').lookup])
    expect(lookups.map((one) => one.kind)).toEqual(['values', 'people', 'changes', 'people'])
  })
})

describe('fill', () => {
  it('puts long lists into several comparisons', () => {
    const where = compile(test('assigned_to', 'notequals', ['alice']), { who, catalogue, now })
    const keys = lookupsIn(where).map((one) => [keyOf(one), Array.from({ length: 10_001 }, (_, id) => id)] as const)
    const filled = fill(where, { keys: new Map(keys), candidates: { and: [] } })
    expect(filled).toMatchObject({ not: { or: [{ in: { length: 10_000 } }, { in: [10_000] }] } })
  })
})
