import { execFileSync, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere } from '../../test/command.js'
import { openTracker } from '../store/store.js'

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

  it.skipIf(process.platform === 'win32')('imports all records of a pipe, which can be read only once', async () => {
    const [pipe, file, db] = ['pipe', 'records.jsonl', 'tracker.db'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await (await openTracker(db)).close()
    const description = 'More than the command reads at once. '.repeat(10)
    const records = Array.from({ length: 1000 }, (_, index) => ({ kind: 'keyword', name: `k${index}`, description }))
    writeFileSync(file, [{ trackerkit_records: 1 }, ...records].map((one) => `${JSON.stringify(one)}\n`).join(''))
    execFileSync('mkfifo', [pipe])
    spawn('sh', ['-c', 'cat "$0" > "$1"', file, pipe])
    const { code, out } = await runHere(['import', 'json-lines', '--from', pipe, '--db', db])
    expect([code, out]).toEqual([0, 'keyword: 1000 created\n'])
  })
})
