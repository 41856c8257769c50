import { describe, expect, it } from 'vitest'
import type { Figure } from '../report.js'
import type { Results } from '../results.js'
import { withFigures } from './with-figures.js'

const text = (mark: string, table = '| old |') => `# Speed\n\n<!-- ${mark} -->\n\n${table}\n\n<!-- end -->\n\nMore.\n`

function resultsOf(figures: readonly Figure[], load: Results['load'] = { before: 0.2, after: 1.1 }): Results {
  const run = { date: '2026-12-01', version: '0.2.0', commit: 'abc1234', node: 'v20.20.2', processor: 'AMD', cores: 2 }
  return { ...run, load, figures }
}

/** The lines of the table for a mark. */
function tableOf(mark: string, results: Results): readonly string[] {
  const lines = withFigures(text(mark), () => results).split('\n')
  return lines.filter((line) => line.startsWith('|'))
}

const get: Figure = { what: 'get : by hand', ours: 47.4, base: 31, unit: 'µs', ratio: 1.529, aim: { atMost: 1.2 } }

describe('withFigures', () => {
  it('replaces what is between marks and keeps the rest', () => {
    const results = resultsOf([get])
    const table =
      '| work | measured | ratio | aim |\n| --- | --- | --- | --- |\n| get : by hand | 47 : 31 µs | 1.53 | at most 1.2 |'
    const written = withFigures(text('figures: layers'), () => results)
    expect(written).toBe(text('figures: layers', table))
    expect(withFigures(written, () => results)).toBe(written)
  })

  it('lists figures of several topics, with or without a ratio, a value and an aim', () => {
    const figures = {
      start: resultsOf([{ what: 'first : later', ratio: 2.7, aim: { atMost: 1.7 } }]),
      http: resultsOf([{ what: 'requests', ours: 6395.4, unit: 'a second' }]),
    }
    const written = withFigures(text('figures: start, http'), (topic) => figures[topic as keyof typeof figures])
    expect(written).toContain('| first : later |  | 2.7 | at most 1.7 |\n| requests | 6,395 a second |  |  |\n')
  })

  it('shows figures of few and of many bugs side by side, and those that are not measured yet as a dash', () => {
    const figures = [
      { what: '1,000,000 : 10,000 bugs: one bug', ours: 0.13, base: 0.091, unit: 'ms' },
      { what: '1,000,000 : 10,000 bugs: a word', ours: null, base: 30, unit: 'ms' },
      { what: '1,000,000 : 10,000 bugs: size', ours: 3.36, base: 4, unit: 'kB' },
    ]
    expect(tableOf('growth: scale', resultsOf(figures))).toEqual([
      '| call | 10,000 bugs | 1,000,000 bugs |',
      '| --- | --- | --- |',
      '| one bug | 0.09 | 0.13 |',
      '| a word | 30 | – |',
      '| size | 4 kB | 3.36 kB |',
    ])
  })

  it('marks figures that were measured at a load above 2 or at an unknown load', () => {
    const cellAt = (load: Results['load']) => tableOf('figures: layers', resultsOf([get], load))[2]?.split(' | ')[0]
    expect(cellAt({ before: 0, after: 2 })).toBe('| get : by hand')
    expect(cellAt({ before: 0, after: 2.1 })).toBe('| get : by hand †')
    expect(cellAt({ before: 2.1, after: 0 })).toBe('| get : by hand †')
    expect(cellAt(null)).toBe('| get : by hand †')
  })

  it('lists when and where topics were measured', () => {
    expect(tableOf('runs: scale, pages', resultsOf([])).slice(2)).toEqual([
      '| `npm run bench -- scale --save` | 2026-12-01 | 0.2.0 (abc1234) | v20.20.2 | AMD, 2 cores | 0.2 to 1.1 |',
      '| `npm run bench:pages -- --save` | 2026-12-01 | 0.2.0 (abc1234) | v20.20.2 | AMD, 2 cores | 0.2 to 1.1 |',
    ])
  })

  it('fails for a mark without an end, and for missing results', () => {
    const read = () => resultsOf([])
    expect(() => withFigures('<!-- figures: start -->\n\n<!-- runs: start -->\n\n<!-- end -->', read)).toThrow(
      '<!-- figures: start --> lacks its <!-- end -->',
    )
    const missing = () => {
      throw new Error('bench/results/start.json is missing: npm run bench -- start --save')
    }
    expect(() => withFigures(text('figures: start'), missing)).toThrow('npm run bench -- start --save')
  })
})
