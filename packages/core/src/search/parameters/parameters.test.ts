import { beforeAll, describe, expect, it } from 'vitest'
import { addCustomField } from '../../../test/bug-rows.js'
import { testCatalogue } from '../../../test/set-up.js'
import { short } from '../../../test/short-condition.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import { readGiven } from './search-parameters.js'
import { readCriteria } from './parameters.js'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await testCatalogue((tx) => addCustomField(tx, { name: 'cf_colour', type: fieldTypes.freeText }))
})

const now = new Date('2026-03-18T15:45:30Z')

function criteria(input: Readonly<Record<string, unknown>>) {
  return readCriteria(readGiven(input, catalogue, now))
}

/** Returns the criteria in short: 'field operator value|value', joined and nested by brackets. */
function read(input: Readonly<Record<string, unknown>>): string {
  return short(criteria(input).condition)
}

function fails(input: Readonly<Record<string, unknown>>, error: object): void {
  expect(errorOf(() => criteria(input))).toMatchObject(error)
}

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('plain parameters of a search', () => {
  it('mean the same under API and internal names', () => {
    for (const name of ['status', 'bug_status'])
      expect(read({ [name]: 'CONFIRMED' })).toBe('bug_status anyexact CONFIRMED')
    for (const name of ['summary', 'short_desc']) expect(read({ [name]: 'a b' })).toBe('short_desc substring a b')
    for (const name of ['whiteboard', 'status_whiteboard'])
      expect(read({ [name]: 'a, b' })).toBe('status_whiteboard substring a, b')
    for (const name of ['depends_on', 'dependson'])
      expect(read({ [name]: [1, '2,3'] })).toBe('dependson anyexact 1|2|3')
    for (const name of ['tags', 'tag']) expect(read({ [name]: 'odd' })).toBe('tag anyexact odd')
    for (const name of ['longdesc', 'long_desc'])
      expect(read({ [name]: 'some words' })).toBe('longdesc allwordssubstr some|words')
    for (const name of ['flagtypes.name', 'flagtypes_name'])
      expect(read({ [name]: 'review?,ok+' })).toBe('flagtypes.name anyexact review?|ok+')
    expect(read({ cf_colour: 'red' })).toBe('cf_colour anyexact red')
  })

  it('keep commas where names may have them', () => {
    expect(read({ product: 'A, B' })).toBe('product anyexact A, B')
    expect(read({ product: ['A, B', 'C'] })).toBe('product anyexact A, B|C')
    expect(read({ version: '1,5' })).toBe('version anyexact 1,5')
    expect(read({ alias: 'a,b' })).toBe('alias anyexact a|b')
  })

  it('are compared as their _type parameters say', () => {
    expect(read({ short_desc: 'a b,c', short_desc_type: 'allwordssubstr' })).toBe('short_desc allwordssubstr a|b|c')
    expect(read({ summary: ['a', 'b'], short_desc_type: 'anywords' })).toBe('short_desc anywords a|b')
    expect(read({ status: ['A', 'B'], bug_status_type: 'notequals' })).toBe('bug_status notequals A|B')
    expect(read({ bug_id: '1,2', bug_id_type: 'nowords' })).toBe('bug_id nowords 1|2')
    expect(read({ bug_id: '1,2', bugidtype: 'exclude' })).toBe('bug_id nowords 1|2')
    expect(read({ bug_id: '1,2', bugidtype: 'include' })).toBe('bug_id anyexact 1|2')
    for (const type of ['bugidtype', 'bug_id_type'])
      expect(read({ bug_id: '1,2', [type]: 'nowexact' })).toBe('bug_id nowords 1|2')
    expect(read({ longdesc: 'a', longdesc_type: 'substr' })).toBe('longdesc substring a')
    expect(read({ keywords: 'a', keywords_type: '' })).toBe('keywords allexact a')
    expect(read({ whiteboard_type: 'isempty' })).toBe('status_whiteboard isempty')
    expect(read({ whiteboard: '', whiteboard_type: 'isnotempty' })).toBe('status_whiteboard isnotempty')
    fails(
      { summary: 'a', short_desc_type: 'sounds_like' },
      { code: 'param_invalid', data: { field: 'short_desc_type' } },
    )
  })

  it('find a time and later only under the names of the API', () => {
    const at = new Date('2026-01-01T00:00:00Z')
    expect(read({ creation_time: at })).toBe(`creation_ts greaterthaneq ${at.toISOString()}`)
    expect(read({ last_change_time: at })).toBe(`delta_ts greaterthaneq ${at.toISOString()}`)
    expect(read({ creation_ts: '2026-01-01' })).toBe('creation_ts anyexact 2026-01-01')
  })

  it('expand statuses and resolutions', () => {
    expect(read({ status: '__open__' })).toBe('bug_status anyexact UNCONFIRMED|CONFIRMED|IN_PROGRESS')
    expect(read({ bug_status: ['__closed__', 'CONFIRMED'] })).toBe('bug_status anyexact RESOLVED|VERIFIED|CONFIRMED')
    expect(read({ status: ['__all__', 'CONFIRMED'] })).toBe('and()')
    expect(read({ resolution: ['', 'FIXED'] })).toBe('resolution anyexact ---|FIXED')
  })

  it('are ignored when blank', () => {
    expect(read({ product: '  ', id: ',', keywords: [], summary: ['', 'a'] })).toBe('short_desc substring a')
  })

  it('are listed when they mean nothing', () => {
    expect(
      criteria({ nonsense: 'x', cf_gone: 'y', id: 1, limit: 5, list_id: '3', _: '1', f1: '', emailcc9: '1' }).ignored,
    ).toEqual(['nonsense', 'cf_gone'])
  })
})

describe('email blocks of a search', () => {
  it('join roles with OR and blocks with AND', () => {
    const blocks = {
      email1: 'a@x',
      emailtype1: 'substring',
      emailassigned_to1: '1',
      emailcc1: true,
      email12: 'b@x, c@x',
      emailreporter12: 'True',
      emaillongdesc12: 'on',
      emailqa_contact12: '0',
    }
    expect(read(blocks)).toBe(
      'and(or(assigned_to substring a@x, cc substring a@x), or(reporter anyexact b@x|c@x, commenter anyexact b@x|c@x))',
    )
  })

  it('need a value and a role', () => {
    expect(read({ email1: 'a@x', emailtype1: 'exact' })).toBe('and()')
    expect(read({ email1: ' ', emailcc1: 1 })).toBe('and()')
    expect(read({ email1: 'a@x', emailcc1: 1, emailtype1: 'exact' })).toBe('cc equals a@x')
    fails({ email1: 'a@x', emailtype1: 'like' }, { code: 'param_invalid', data: { field: 'emailtype1' } })
  })
})

describe('changes within a time in a search', () => {
  it('are one change for each field', () => {
    expect(
      read({
        chfield: ['bug_status', 'priority'],
        chfieldfrom: '-7d',
        chfieldto: '2026-03-01',
        chfieldvalue: 'RESOLVED',
      }),
    ).toBe(
      'and(delta_ts greaterthaneq -7d, or(' +
        ['bug_status', 'priority']
          .map(
            (field) =>
              `same(${field} changedafter -7d, ${field} changedbefore 2026-03-01T23:59:59.999Z, ${field} changedto RESOLVED)`,
          )
          .join(', ') +
        '))',
    )
  })

  it('know the creation of a bug', () => {
    expect(read({ chfield: '[Bug creation]', chfieldfrom: '2026-01-01', chfieldto: 'Now', chfieldvalue: 'x' })).toBe(
      'and(delta_ts greaterthaneq 2026-01-01, same(creation_ts changedafter 2026-01-01))',
    )
    expect(read({ chfield: '[Bug creation]', chfieldvalue: 'x' })).toBe('or()')
    expect(read({ chfield: ['[Bug creation]', 'priority'], chfieldvalue: 'High' })).toBe(
      'same(priority changedto High)',
    )
  })

  it('mean any change without a field, and nothing without a time and a value', () => {
    expect(read({ chfieldfrom: '1w' })).toBe('delta_ts greaterthaneq 1w')
    expect(read({ chfieldto: '2026-03-01 10:00' })).toBe('delta_ts lessthaneq 2026-03-01T10:00:00.999Z')
    expect(read({ chfield: 'priority', chfieldto: 'now' })).toBe('and()')
    expect(read({ chfieldvalue: 'x' })).toBe('and()')
    fails(
      { chfield: 'nix', chfieldfrom: '1d' },
      { code: 'invalid_field_name', number: 108, data: { field: 'chfield' } },
    )
    fails({ chfieldto: 'soon' }, { code: 'illegal_date', data: { field: 'chfieldto', value: 'soon' } })
  })

  it('exist for the deadline too', () => {
    expect(read({ deadlinefrom: '2026-01-01', deadlineto: '1w' })).toBe(
      'and(deadline greaterthaneq 2026-01-01, deadline lessthaneq 1w)',
    )
  })
})

describe('charts of a search', () => {
  it('are joined as j_top says, in the order of their numbers', () => {
    const charts = { f10: 'priority', o10: 'equals', v10: 'High', f2: 'summary', o2: 'substr', v2: 'a, b' }
    expect(read(charts)).toBe('and(short_desc substring a, b, priority equals High)')
    expect(read({ ...charts, j_top: 'or' })).toBe('or(short_desc substring a, b, priority equals High)')
    expect(read({ ...charts, j_top: 'OR', product: 'X' })).toBe(
      'and(product anyexact X, or(short_desc substring a, b, priority equals High))',
    )
    expect(read({ ...charts, n2: '1', n10: '0' })).toBe('and(not short_desc substring a, b, priority equals High)')
    fails({ ...charts, j_top: 'XOR' }, { code: 'search_invalid_joiner', data: { field: 'j_top', value: 'XOR' } })
  })

  it('can have numbers that begin with 0, and numbers of any length', () => {
    const huge = '9'.repeat(30)
    const charts = { [`f${huge}`]: 'cc', [`o${huge}`]: 'isempty', f01: 'bug_id', o01: 'equals', v01: 5, n01: 1 }
    expect(read(charts)).toBe('and(not bug_id equals 5, cc isempty)')
  })

  it('are nested by OP and CP', () => {
    const charts = {
      f1: 'OP',
      j1: 'OR',
      n1: 1,
      f2: 'bug_id',
      o2: 'equals',
      v2: 5,
      f3: 'OP',
      f4: 'cc',
      o4: 'isempty',
      f5: 'CP',
      f6: 'CP',
      f7: 'alias',
      o7: 'anyexact',
      v7: 'a,b',
    }
    expect(read(charts)).toBe('and(not or(bug_id equals 5, cc isempty), alias anyexact a|b)')
    const { f6: _, ...open } = charts
    expect(read(open)).toBe('not or(bug_id equals 5, cc isempty, alias anyexact a|b)')
    expect(read({ f1: 'OP', n1: '1', f2: 'CP' })).toBe('and()')
    fails({ f1: 'CP' }, { code: 'search_cp_without_op', data: { field: 'f1' } })
    const deep = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 'OP']))
    fails(deep, { code: 'param_invalid', data: { field: 'f50', value: 'OP' } })
  })

  it('are ignored when incomplete, and refused when unknown', () => {
    expect(
      read({ f1: 'bug_id', o1: 'equals', f2: '', o2: 'equals', v2: '1', f3: 'cc', v3: 'x', f4: 'noop', o4: 'noop' }),
    ).toBe('and()')
    expect(read({ f1: 'bug_id', o1: 'anyexact', v1: ' , ', o2: 'equals', v2: '5' })).toBe('and()')
    fails(
      { f1: 'nix', o1: 'equals', v1: '1' },
      { code: 'invalid_field_name', number: 108, data: { field: 'f1', value: 'nix' } },
    )
    fails({ f1: 'cc', o1: 'is', v1: '1' }, { code: 'param_invalid', number: 53, data: { field: 'o1' } })
  })

  it('compare one row with several conditions by AND_G', () => {
    const charts = {
      f1: 'attachments.mimetype',
      o1: 'equals',
      v1: 'text/plain',
      f2: 'attachments.mimetype',
      o2: 'substring',
      v2: 'x',
      n2: '1',
    }
    expect(read({ ...charts, j_top: 'AND_G' })).toBe(
      'same(attachments.mimetype equals text/plain, not attachments.mimetype substring x)',
    )
    fails({ ...charts, j_top: 'AND_G', f2: 'cc' }, { code: 'search_grouped_field_mismatch', data: { field: 'f2' } })
    fails({ ...charts, j_top: 'AND_G', f3: 'OP' }, { code: 'search_grouped_invalid_nesting', data: { field: 'f3' } })
    const component = { f1: 'OP', j1: 'AND_G', f2: 'component', o2: 'equals', v2: 'UI' }
    fails(component, { code: 'search_grouped_field_invalid', data: { field: 'f2', value: 'component' } })
    expect(read({ ...component, o2: 'changedto' })).toBe('same(component changedto UI)')
  })

  it('are understood in their older form', () => {
    const charts = {
      'field0-0-0': 'keywords',
      'type0-0-0': 'substring',
      'value0-0-0': 'cra',
      'field0-0-1': 'cc',
      'type0-0-1': 'equals',
      'value0-0-1': 'a@x',
      'field0-1-0': 'blocked',
      'type0-1-0': 'substring',
      'value0-1-0': '5',
      'field1-0-0': 'bug_id',
      'type1-0-0': 'equals',
      'value1-0-0': '7',
      negate1: '1',
      'field2-0-0': 'noop',
      'type2-0-0': 'noop',
      'value2-0-0': '',
    }
    expect(read(charts)).toBe(
      'and(and(or(keywords substring cra, cc equals a@x), blocked substring 5), not bug_id equals 7)',
    )
    fails(
      { 'field0-0-0': 'nix', 'type0-0-0': 'equals', 'value0-0-0': 'x' },
      { code: 'invalid_field_name', data: { field: 'field0-0-0', value: 'nix' } },
    )
  })
})
