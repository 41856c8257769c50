import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.js'

const names = ['serve', 'demo', 'user', 'export', 'import', 'group', 'mcp', 'version']

describe('nearest', () => {
  it.each([
    ['serv', 'serve'],
    ['sevre', 'serve'],
    ['servee', 'serve'],
    ['exprot', 'export'],
    ['grup', 'group'],
    ['imprt', 'import'],
  ])('corrects %s to %s', (word, name) => {
    expect(nearest(word, names)).toBe(name)
  })

  it.each(['', 's', 'up', 'mc', 'start', 'bug', 'x'.repeat(100_000)])('suggests nothing for %.20s', (word) => {
    expect(nearest(word, names)).toBeUndefined()
  })

  it('prefers the name with fewer differences', () => {
    expect(nearest('imort', ['export', 'import'])).toBe('import')
  })
})
