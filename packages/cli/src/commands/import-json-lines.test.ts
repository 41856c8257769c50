import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../main.js'

let folder: string
let said: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
  said = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text)
      return true
    })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

describe('trackerkit import json-lines', () => {
  it('loads the modules of --rules before it opens or reads anything', async () => {
    const [rules, db] = [join(folder, 'rules.mjs'), join(folder, 'tracker.db')]
    writeFileSync(rules, "throw new Error('oops')", { mode: 0o600 })
    const words = ['import', 'json-lines', '--from', join(folder, 'missing.jsonl'), '--db', db, '--rules', rules]
    expect(await main(words, () => '0')).toBe(1)
    expect(said).toContain('cannot be loaded: oops')
    expect(existsSync(db)).toBe(false)
  })
})
