// The lines that `npm run check:english` counts.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { oddEnglishIn } from '../scripts/english/odd-english.mjs'

const script = fileURLToPath(new URL('../scripts/check-english.mjs', import.meta.url))
const planted = 'packages/rest/src/planted.ts'

describe('check:english', () => {
  it.each([
    ['2 comments', '// What is told.'],
    ['1 comments', '/**\n * Who\n * calls.\n */'],
    ['1 strings', 'export const text = `${size} bytes. What is left is cut.`'],
    ['1 strings', "export const share = (size / 2, 'the rest is put back')"],
    ['1 packed spreads', 'export const both = { ...{ one, two } }'],
  ])('fails with %s for a planted line: %s', (count, source) => {
    const [number, surface] = [Number(count[0]), count.slice(2)]
    expect(oddEnglishIn(planted, source)).toMatchObject(Array(number).fill({ surface, line: 1 }))
  })

  it.each([
    ['a question', '// What is left?'],
    ['an excused line', "export const text = 'told apart' // english: the name of a rule"],
    ['a regular expression with quotes', 'export const quote = /[\'"`{]/, told = 1'],
    ['a name', 'export const somebody = tells'],
    ['a line within a comment', '// Sorted by\n// Whatever, the name of a field.'],
  ])('passes %s', (_, source) => {
    expect(oddEnglishIn(planted, source)).toEqual([])
  })

  it('fails when a count exceeds that of the file, which `--update` lowers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-english-'))
    mkdirSync(join(folder, 'packages/rest/src'), { recursive: true })
    mkdirSync(join(folder, 'scripts'))
    const check = (source: string, ...options: string[]) => {
      writeFileSync(join(folder, planted), `${source}\n`)
      return spawnSync(process.execPath, [script, ...options], { cwd: folder, encoding: 'utf8' })
    }
    check('// What is told.', '--update')
    expect(check('// What is told.').status).toBe(0)
    check('// Reasons.', '--update')
    const { status, stdout } = check('// What is told.')
    expect([status, stdout]).toEqual([1, expect.stringContaining('2 comments')])
    expect(readFileSync(join(folder, 'scripts/english.json'), 'utf8')).toContain('"comments": 0')
    rmSync(folder, { recursive: true })
  })
})
