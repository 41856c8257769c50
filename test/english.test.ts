// `npm run check:english` in a folder of its own: which lines it counts.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../scripts/check-english.mjs', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-english-'))
  mkdirSync(join(folder, 'packages/rest/src'), { recursive: true })
  mkdirSync(join(folder, 'scripts'))
  check('export const one = 1', '--update')
})
afterEach(() => rmSync(folder, { recursive: true }))

function check(source: string, ...words: string[]) {
  writeFileSync(join(folder, 'packages/rest/src/planted.ts'), `${source}\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

describe('check:english', () => {
  it.each([
    ['2 comments', '// What is told.'],
    ['1 comments', '/**\n * Who\n * calls.\n */'],
    ['1 strings', 'export const text = `${size} bytes. What is left is cut.`'],
    ['1 strings', "export const share = (size / 2, 'the rest is put back')"],
    ['1 packed spreads', 'export const both = { ...{ one, two } }'],
  ])('fails with %s for a planted line: %s', (count, source) => {
    const { status, output } = check(source)
    expect(output).toContain(count)
    expect(status).toBe(1)
  })

  it.each([
    ['a question', '// What is left?'],
    ['an excused line', "export const text = 'told apart' // english: the name of a rule"],
    ['a regular expression with quotes', 'export const quote = /[\'"`{]/, told = 1'],
    ['a name', 'export const somebody = tells'],
    ['a line within a comment', '// Sorted by\n// Whatever, the name of a field.'],
  ])('passes %s', (_, source) => {
    expect(check(source)).toMatchObject({ status: 0 })
  })

  it('allows as many as the file does, which `--update` lowers', () => {
    check('// What is told.', '--update')
    expect(check('// What is told.').status).toBe(0)
    check('// Reasons.', '--update')
    expect(check('// What is told.').status).toBe(1)
    expect(readFileSync(join(folder, 'scripts/english.json'), 'utf8')).toContain('"comments": 0')
  })
})
