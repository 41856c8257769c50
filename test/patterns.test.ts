// The patterns that `npm run check:patterns` refuses.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { judgePatterns, patternsOf } from '../scripts/patterns/judge.mjs'

const script = fileURLToPath(new URL('../scripts/patterns.mjs', import.meta.url))
const planted = 'packages/rest/src/planted.ts'

type Verdicts = Parameters<typeof judgePatterns>[1]
const check = (pattern: string, known: Verdicts = [], options = {}) =>
  judgePatterns(patternsOf([[planted, `export const planted = ${pattern}`]]), known, options)

describe('check:patterns', () => {
  it('fails for a pattern that takes a long time for some text, and names its file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-patterns-'))
    mkdirSync(join(folder, 'packages/rest/src'), { recursive: true })
    mkdirSync(join(folder, 'scripts'))
    writeFileSync(join(folder, 'scripts/patterns.json'), '[]')
    writeFileSync(join(folder, planted), String.raw`export const planted = [/^(x\s*)+\s*y$/, /"[^"]*"/g]`)
    const env = { PATH: process.env['PATH'] }
    const { status, stdout } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8', env })
    expect(stdout).toContain('packages/rest/src/planted.ts: /^(x\\s*)+\\s*y$/ is vulnerable')
    expect(status).toBe(1)
    const verdicts = readFileSync(join(folder, 'scripts/patterns.json'), 'utf8')
    expect(JSON.parse(verdicts)).toEqual([{ pattern: '/"[^"]*"/g', verdict: 'safe' }])
    rmSync(folder, { recursive: true })
  })

  it.each([
    [String.raw`/^\d+\.?\d*$/`, 'neighboring repetitions share a character'],
    [String.raw`/\/+$/`, 'a repetition before an end can begin anywhere'],
    [String.raw`/^(?:a+)*$/`, 'neighboring repetitions share a character'],
    [String.raw`/^.*:.*x$/`, 'neighboring repetitions share a character'],
    [String.raw`/^(a)\1$/`, 'it refers back'],
    [String.raw`new RegExp('a+')`, 'made of text'],
  ])('fails for %s', async (pattern, reason) => {
    expect((await check(pattern)).faults).toEqual([expect.stringContaining(reason)])
  })

  it('takes patterns that read each character once, and keeps the verdict', async () => {
    const patterns = [String.raw`/^(?:\/[\w.~-]+)+$/`, '/"[^"]*"/g', String.raw`/\?.*$/s`]
    const { faults, verdicts } = await check(`[${patterns.join(', ')}]`)
    expect(faults).toEqual([])
    expect(new Set(verdicts)).toEqual(new Set(patterns.map((pattern) => ({ pattern, verdict: 'safe' }))))
  })

  it('takes a slow pattern only with a reason and texts of at most 1,000 characters', async () => {
    const pattern = String.raw`/^\d+\.?\d*$/`
    const entry = { pattern, verdict: 'vulnerable', longest: 1_000, reason: 'numbers' }
    expect((await check(pattern, [entry])).faults).toEqual([])
    expect((await check(pattern, [{ ...entry, longest: 1_001 }])).faults).toHaveLength(1)
    expect((await check(pattern, [{ ...entry, reason: undefined }])).faults).toHaveLength(1)
  })

  it('judges all patterns again with --all, and fails for a verdict that differs', async () => {
    const pattern = String.raw`/^\d+\.?\d*$/`
    const { faults } = await check(pattern, [{ pattern, verdict: 'safe' }], { all: true })
    expect(faults).toContainEqual(expect.stringContaining('not safe as scripts/patterns.json has it'))
  })
})
