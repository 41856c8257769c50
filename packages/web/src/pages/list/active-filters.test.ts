import type { FieldOfMetadata } from '@trackerkit/client'
import { describe, expect, it } from 'vitest'
import { activeFiltersOf } from './active-filters.js'
import { withFilter } from './with-filter.js'

const fields = [
  { name: 'priority', name_in_bugs: 'priority', control: 'select' },
  { name: 'bug_status', name_in_bugs: 'status', control: 'select' },
  { name: 'short_desc', name_in_bugs: 'summary', control: 'text line' },
  { name: 'bug_file_loc', name_in_bugs: 'url', control: 'text line' },
] as FieldOfMetadata[]
const [priority, status, summary, url] = fields as [FieldOfMetadata, FieldOfMetadata, FieldOfMetadata, FieldOfMetadata]

const read = (query: string) => {
  const { filters, advanced } = activeFiltersOf(new URLSearchParams(query), fields)
  return [...filters.map(({ name, comparison, values }) => `${name} ${comparison} ${values.join('|')}`), advanced]
}

describe('activeFiltersOf', () => {
  it.each([
    ['priority=High&priority=Low', ['priority is High|Low', 0]],
    ['priority=High&priority_type=notequals', ['priority isNot High', 0]],
    ['f1=priority&o1=anyexact&v1=High,Low&n1=1', ['priority isNot High|Low', 0]],
    ['f1=priority&o1=equals&v1=High&n1=true', ['priority isNot High', 0]],
    ['f3=bug_status&o3=isempty', ['status isEmpty ', 0]],
    ['f1=bug_status&o1=changedto&v1=RESOLVED&priority=High', ['priority is High', 1]],
    ['f1=OP&j1=OR&f2=priority&o2=equals&v2=High&f3=CP', [1]],
    ['f1=priority&o1=equals&v1=High&j_top=OR', [1]],
    ['summary_type=regexp&summary=x', [1]],
    ['status=__all__&order=id', [0]],
    ['cf_old=x', ['cf_old is x', 0]],
    ['f1=short_desc&o1=substring&v1=x&f2=short_desc&o2=notsubstring&v2=y', ['summary is x', 'summary isNot y', 0]],
    ['f1=short_desc&o1=equals&v1=x&f2=priority&o2=substring&v2=H&f3=priority&o3=constructor', [3]],
    ['url=x', [1]],
    ['f1=url&o1=substring&v1=x', ['url is x', 0]],
  ])('reads %s', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  it('makes at most 200 filters of the longest address, without keeping others waiting', () => {
    const charts = Array.from({ length: 4000 }, (_, n) => `f${n}=priority&o${n}=equals`).join('&')
    const { filters, advanced } = activeFiltersOf(new URLSearchParams(charts), fields)
    expect([filters.length, advanced]).toEqual([200, 3800])
  })
})

describe('withFilter', () => {
  it.each([
    ['', priority, 'is', ['High', 'Low'], 'priority=High&priority=Low'],
    ['f2=x&o2=isempty', priority, 'isNot', ['High', 'Low'], 'f2=x&o2=isempty&f3=priority&o3=anyexact&v3=High,Low&n3=1'],
    ['', priority, 'isNot', ['a,b', 'c'], 'f1=priority&o1=notequals&v1=a,b&f2=priority&o2=notequals&v2=c'],
    ['', priority, 'isEmpty', [], 'f1=priority&o1=isempty'],
    ['offset=50', status, 'isNot', ['__open__'], 'status=__closed__'],
    ['', summary, 'isNot', ['x'], 'f1=short_desc&o1=notsubstring&v1=x'],
    ['', summary, 'isNot', ['constructor'], 'f1=short_desc&o1=notsubstring&v1=constructor'],
    ['', url, 'is', ['x'], 'f1=bug_file_loc&o1=substring&v1=x'],
    ['', status, 'isNot', ['RESOLVED', '__open__'], 'status=RESOLVED&status=__open__&status_type=notequals'],
    [
      'j_top=OR&f1=x&o1=isempty&f3=y&o3=isempty&n3=1',
      url,
      'isEmpty',
      [],
      'f1=OP&j1=OR&f2=x&o2=isempty&f4=y&o4=isempty&n4=1&f5=CP&f6=bug_file_loc&o6=isempty',
    ],
    [
      'f1=OP&j1=OR&f2=x&o2=isempty&j_top=AND',
      url,
      'is',
      ['x'],
      'f1=OP&j1=AND&f2=OP&j2=OR&f3=x&o3=isempty&f4=CP&f5=CP&f6=bug_file_loc&o6=substring&v6=x',
    ],
    ['f1=OP&f2=x&o2=isempty&f3=CP', url, 'isEmpty', [], 'f1=OP&f2=x&o2=isempty&f3=CP&f4=bug_file_loc&o4=isempty'],
  ] as const)('adds to "%s"', (before, field, comparison, values, expected) => {
    const query = withFilter(new URLSearchParams(before), field, comparison, values)
    expect(decodeURIComponent(String(query))).toBe(expected)
  })

  it('writes filters that are read as they were', () => {
    for (const comparison of ['is', 'isNot', 'isEmpty'] as const) {
      const query = withFilter(new URLSearchParams(), priority, comparison, comparison === 'isEmpty' ? [] : ['High'])
      expect(read(String(query))).toEqual([`priority ${comparison} ${comparison === 'isEmpty' ? '' : 'High'}`, 0])
    }
  })
})
