// `npm run check:patterns` in a folder of its own: which patterns it turns away.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../scripts/patterns.mjs', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-patterns-'))
  mkdirSync(join(folder, 'packages/rest/src'), { recursive: true })
  mkdirSync(join(folder, 'scripts'))
  writeFileSync(join(folder, 'scripts/patterns.json'), '[]')
})
afterEach(() => rmSync(folder, { recursive: true }))

function check(source: string, ...words: string[]) {
  writeFileSync(join(folder, 'packages/rest/src/planted.ts'), source)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  return { status, output: stdout + stderr }
}
const verdicts = () => readFileSync(join(folder, 'scripts/patterns.json'), 'utf8')

describe('check:patterns', () => {
  it('fails for a pattern that takes a long time for some text, and names its file', () => {
    const { status, output } = check(String.raw`export const planted = /^(x\s*)+\s*y$/`)
    expect({ status, output }).toMatchObject({
      status: 1,
      output: expect.stringContaining('packages/rest/src/planted.ts: /^(x\\s*)+\\s*y$/ is vulnerable') as string,
    })
    expect(verdicts()).not.toContain('planted')
  })

  it.each([
    [String.raw`/^\d+\.?\d*$/`, 'neighboring repetitions share a character'],
    [String.raw`/\/+$/`, 'a repetition before an end can begin anywhere'],
    [String.raw`/^(?:a+)*$/`, 'neighboring repetitions share a character'],
    [String.raw`/^.*:.*x$/`, 'neighboring repetitions share a character'],
    [String.raw`/^(a)\1$/`, 'it refers back'],
    [String.raw`new RegExp('a+')`, 'made of text'],
  ])('fails for %s', (pattern, reason) => {
    expect(check(`export const planted = ${pattern}`)).toMatchObject({
      status: 1,
      output: expect.stringContaining(reason) as string,
    })
  })

  it('takes patterns that read each character once, and keeps the verdict', () => {
    const source = String.raw`export const planted = [/^(?:\/[\w.~-]+)+$/, /"[^"]*"/g, /\?.*$/s]`
    expect(check(source).status).toBe(0)
    expect(verdicts()).toContain('"verdict":"safe"')
  })

  it('takes a slow pattern only with a reason and texts of at most 1,000 characters', () => {
    const pattern = String.raw`/^\d+\.?\d*$/`
    const entry = { pattern, verdict: 'vulnerable', longest: 1_000, reason: 'numbers' }
    const tryWith = (given: object) => {
      writeFileSync(join(folder, 'scripts/patterns.json'), JSON.stringify([given]))
      return check(`export const planted = ${pattern}`).status
    }
    expect(tryWith(entry)).toBe(0)
    expect(tryWith({ ...entry, longest: 1_001 })).toBe(1)
    expect(tryWith({ ...entry, reason: undefined })).toBe(1)
  })

  it('asks for every verdict again with --all, and fails for one that differs', () => {
    const pattern = String.raw`/^\d+\.?\d*$/`
    writeFileSync(join(folder, 'scripts/patterns.json'), JSON.stringify([{ pattern, verdict: 'safe' }]))
    expect(check(`export const planted = ${pattern}`, '--all')).toMatchObject({
      status: 1,
      output: expect.stringContaining('not safe as scripts/patterns.json has it') as string,
    })
  })
})
