import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere } from '../../test/command.js'

eachInAFolder()

describe('trackerkit import json-lines', () => {
  it('loads the modules of --rules before it opens or reads anything', async () => {
    const [rules, db] = [join(folder, 'rules.mjs'), join(folder, 'tracker.db')]
    writeFileSync(rules, "throw new Error('oops')", { mode: 0o600 })
    const words = ['import', 'json-lines', '--from', join(folder, 'missing.jsonl'), '--db', db, '--rules', rules]
    const { code, err } = await runHere(words)
    expect(code).toBe(1)
    expect(err).toContain('cannot be loaded: oops')
    expect(existsSync(db)).toBe(false)
  })
})
