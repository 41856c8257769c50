import { describe, expect, it } from 'vitest'
import { createUniqueNames, type Reading } from './context.js'

describe('createUniqueNames', () => {
  it('returns another name for each row, also where names of the greatest length end as it would', () => {
    const name = createUniqueNames({ addNote: () => undefined } as unknown as Reading, 'keyword')
    const long = 'x'.repeat(255)
    const cut = long.slice(0, 235)
    const given = ['Perf', 'Perf (3)', 'PERF', `${cut} (7)`, long, `${cut}${'x'.repeat(16)} (7)`, long, '']
    const names = given.map((one, index) => name(one, index + 1))
    expect(names.slice(0, 3)).toEqual(['Perf', 'Perf (3)', 'PERF (3) (3)'])
    expect(names[7]).toBe('keyword 8')
    expect(new Set(names).size).toBe(given.length)
    expect(Math.max(...names.map(({ length }) => length))).toBe(255)
  })
})
