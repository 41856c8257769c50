import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere, start } from '../../test/command.js'
import { until } from '../../test/processes.js'
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

  it.skipIf(process.platform === 'win32')('keeps what another import has written for more than an hour', async () => {
    const [pipe, file, bad, db] = ['pipe', 'a.jsonl', 'bad.jsonl', 'new.db'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ]
    await (await openTracker(join(folder, 'a.db'))).close()
    expect(await runHere(['export', '--db', join(folder, 'a.db'), '--to', file])).toMatchObject({ code: 0 })
    writeFileSync(bad, '{"trackerkit_store":1,"migration":1}\n')
    execFileSync('mkfifo', [pipe])
    const first = start(['import', 'json-lines', '--from', pipe, '--db', db])
    const end = createWriteStream(pipe)
    const [header = '', ...rest] = readFileSync(file, 'utf8').split('\n')
    end.write(`${header}\n`)
    const log = () => readdirSync(folder).find((name) => /^new\.db\..*-wal$/.test(name))
    await until(() => log() !== undefined)
    const unfinished = join(folder, (log() ?? '').replace('-wal', ''))
    utimesSync(unfinished, new Date(), new Date(Date.now() - 7_200_000))
    expect(await runHere(['import', 'json-lines', '--from', bad, '--db', db])).toMatchObject({ code: 1 })
    end.end(rest.join('\n'))
    expect(await first.ended).toMatchObject({ code: 0, err: '' })
  })
})
