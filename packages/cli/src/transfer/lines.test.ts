import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../main.js'
import { openTracker } from '../store/store.js'
import { linesFrom, openSink } from './lines.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function read(bytes: Uint8Array): Promise<string[]> {
  const file = join(folder, 'in')
  writeFileSync(file, bytes)
  const lines: string[] = []
  for await (const line of linesFrom(file)) lines.push(line)
  return lines
}

describe('files of lines', () => {
  it('are read line by line, packed or not, with or without an end of the last line', async () => {
    const long = 'é'.repeat(200_000)
    for (const text of [`a\n${long}\n\nb`, `a\r\n${long}\n\nb\n`]) {
      expect(await read(Buffer.from(text))).toEqual(['a', long, '', 'b'])
      expect(await read(gzipSync(text))).toEqual(['a', long, '', 'b'])
    }
    expect(await read(Buffer.alloc(0))).toEqual([])
  })

  it('that are packed and cut off are refused', async () => {
    const packed = gzipSync(Array.from({ length: 5000 }, (_, n) => `${n * 7919}`).join('\n'))
    await expect(read(packed.subarray(0, packed.length - 100))).rejects.toThrow('cannot be decompressed')
  })

  it('that are not UTF-8 are refused, with the number of the line', async () => {
    await expect(read(Buffer.from('one\nGröße\n', 'latin1'))).rejects.toThrow('line 2 is not UTF-8')
  })

  it('that cannot be written end who writes them, packed or not', async () => {
    const line = randomBytes(200_000).toString('base64')
    for (const gzip of [false, true]) {
      const sink = openSink(join(folder, 'none', 'out'), { gzip })
      const writeAll = async () => {
        for (let n = 0; n < 50; n++) await sink.write(line)
      }
      const error = `ENOENT: no such file or directory, open '${join(folder, 'none', 'out')}'`
      await expect(writeAll()).rejects.toThrow(error)
      await expect(sink.close()).rejects.toThrow(error)
      await sink.abandon()
    }
  })

  it('appear under their name when they are complete, for their owner only, and never over another', async () => {
    for (const gzip of [false, true]) {
      const file = join(folder, `out-${gzip}`)
      const sink = openSink(file, { gzip })
      await sink.write('one')
      await sink.write('two')
      expect(existsSync(file)).toBe(false)
      await sink.close()
      const bytes = readFileSync(file)
      expect((gzip ? gunzipSync(bytes) : bytes).toString()).toBe('one\ntwo\n')
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(() => openSink(file, { gzip })).toThrow('already exists')
    }
    const sink = openSink(join(folder, 'never'), { gzip: true })
    await sink.write('one')
    await sink.abandon()
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([])
  })

  it('can be written after an attempt that was killed, and never replace what another process has written', async () => {
    const file = join(folder, 'out')
    const [left, growing] = [`${file}.part`, `${file}.0a1b2c3d.part`]
    for (const name of [left, growing]) writeFileSync(name, 'half of it')
    utimesSync(left, new Date(), new Date(Date.now() - 7_200_000))
    const [one, two] = [openSink(file, { gzip: false }), openSink(file, { gzip: false })]
    for (const sink of [one, two]) await sink.write('all of it')
    await one.close()
    await expect(two.close()).rejects.toThrow('out already exists')
    await two.abandon()
    expect(readdirSync(folder)).toEqual(['out', 'out.0a1b2c3d.part'])
  })
})

describe('trackerkit export and import json-lines', () => {
  const command = (...args: string[]) => main(args, () => '0')

  it('make an equal tracker in another file, packed or not', async () => {
    const [db, copy, lines, again] = ['a.db', 'b.db', 'a.jsonl.gz', 'b.jsonl'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ]
    expect(await command('export', '--db', db, '--to', again)).toBe(1)
    const tracker = await openTracker(db)
    await tracker.asSystem().keywords.create({ name: 'crash', description: 'It crashes' })
    await tracker.close()
    expect(await command('export', '--db', db, '--to', lines, '--gzip')).toBe(0)
    expect(await command('import', 'json-lines', '--from', lines, '--db', copy)).toBe(0)
    expect(await command('export', '--db', copy, '--to', again)).toBe(0)
    // But for the name of the feed, and what the audit log has of the second export.
    const rows = (text: string) => {
      const all = text.trimEnd().split('\n').slice(0, -1)
      return all
        .map((line) => line.replace(/"feed_epoch":"\w+"/, ''))
        .filter((line) => !line.includes('"class":"Export"'))
    }
    expect(rows(readFileSync(again, 'utf8'))).toEqual(rows(gunzipSync(readFileSync(lines)).toString()))
    // Neither a file nor a tracker is written over.
    expect(await command('export', '--db', db, '--to', lines)).toBe(1)
    expect(await command('import', 'json-lines', '--from', lines, '--db', copy)).toBe(1)
  })

  it('have no name before they are complete, so a failed import cannot remove the file of another process', async () => {
    const [db, lines] = [join(folder, 'new.db'), join(folder, 'bad.jsonl')]
    writeFileSync(lines, '{"trackerkit_store":1,"migration":1}\n')
    const names: (string | null)[] = []
    const watcher = watch(folder, (_, name) => names.push(name))
    expect(await command('import', 'json-lines', '--from', lines, '--db', db)).toBe(1)
    await vi.waitFor(() => expect(names.length).toBeGreaterThan(1))
    watcher.close()
    expect(names).not.toContain('new.db')
    expect(readdirSync(folder)).toEqual(['bad.jsonl'])
  })

  it.skipIf(process.platform === 'win32')('write where a symbolic link leads, where there is no file yet', async () => {
    const [db, disk] = [join(folder, 'a.db'), join(folder, 'disk')]
    await (await openTracker(db)).close()
    mkdirSync(disk)
    for (const name of ['a.jsonl', 'imported.db', 'copied.db', 'backup.db', 'restored.db'])
      symlinkSync(`disk/${name}`, join(folder, name))
    const at = (name: string) => join(folder, name)
    const ended = [
      await command('export', '--db', db, '--to', at('a.jsonl')),
      await command('import', 'json-lines', '--from', at('a.jsonl'), '--db', at('imported.db')),
      await command('copy', '--from', db, '--to', at('copied.db')),
      await command('backup', '--db', db, '--to', at('backup.db')),
      await command('restore', '--from', at('backup.db'), '--db', at('restored.db')),
    ]
    expect(ended).toEqual([0, 0, 0, 0, 0])
    expect(readdirSync(disk)).toEqual(['a.jsonl', 'backup.db', 'copied.db', 'imported.db', 'restored.db'])
    symlinkSync('loop.db', at('loop.db'))
    expect(await command('copy', '--from', db, '--to', at('loop.db'))).toBe(1)
  })

  it('keep a tracker in a folder with any name, also when it is copied, backed up and restored', async () => {
    const inside = (name: string) => join(folder, "a$$b$&c$'d", name)
    mkdirSync(inside('.'))
    await (await openTracker(inside('a.db'))).close()
    const ended = [
      await command('export', '--db', inside('a.db'), '--to', inside('a.jsonl')),
      await command('import', 'json-lines', '--from', inside('a.jsonl'), '--db', inside('imported.db')),
      await command('copy', '--from', inside('a.db'), '--to', inside('copied.db')),
      await command('backup', '--db', inside('a.db'), '--to', inside('backup.db')),
      await command('restore', '--from', inside('backup.db'), '--db', inside('restored.db')),
    ]
    expect(ended).toEqual([0, 0, 0, 0, 0])
    for (const name of ['imported.db', 'copied.db', 'restored.db'])
      await (await openTracker(inside(name), { mustExist: true })).close()
  })

  it('leave no file behind that is not whole, and say what they need', async () => {
    const [db, lines] = [join(folder, 'new.db'), join(folder, 'bad.jsonl')]
    writeFileSync(lines, '{"trackerkit_store":1,"migration":1}\n')
    expect(await command('import', 'json-lines', '--from', lines, '--db', db)).toBe(1)
    expect(await command('import', 'json-lines', '--from', join(folder, 'none'), '--db', db)).toBe(1)
    expect(existsSync(db)).toBe(false)
    expect(await command('import', 'json-lines', '--db', db)).toBe(2)
    expect(await command('import', 'json-lines', '--from', lines, '--db', `${db}?prefix=Bad-`)).toBe(2)
    writeFileSync(lines, '{"trackerkit_records":1}\n{"kind":"keyword","name":"crash"}\n')
    expect(await command('import', 'json-lines', '--from', lines, '--db', db)).toBe(1)
    await (await openTracker(db)).close()
    expect(await command('import', 'json-lines', '--from', lines, '--db', db)).toBe(0)
    writeFileSync(lines, '{"trackerkit_records":1}\n{"kind":"keyword"}\n')
    expect(await command('import', 'json-lines', '--from', lines, '--db', db)).toBe(1)
    expect(await command('export', '--db', db)).toBe(2)
  })

  it('try records on a copy, take personal ones only with an option, and describe them', async () => {
    const [db, lines] = [join(folder, 'a.db'), join(folder, 'r.jsonl')]
    const tracker = await openTracker(db)
    await tracker.asSystem().users.create({ email: 'zoe@example.net', full_name: 'Zoë' })
    await tracker.close()
    const personal = { kind: 'personal', user: 'zoe@example.net', preferences: { language: 'de' } }
    const records = [{ trackerkit_records: 1 }, { kind: 'keyword', name: 'crash' }, personal]
    writeFileSync(lines, records.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const from = ['import', 'json-lines', '--from', lines]
    const keywords = async () => {
      const open = await openTracker(db)
      const { keywords: found } = await open.asSystem().keywords.get()
      await open.close()
      return found.length
    }
    expect(await command(...from, '--db', db)).toBe(1)
    expect(await command(...from, '--db', db, '--personal', '--dry-run')).toBe(0)
    expect(await keywords()).toBe(0)
    expect(await command(...from, '--db', join(folder, 'none.db'), '--personal', '--dry-run')).toBe(1)
    expect(existsSync(join(folder, 'none.db'))).toBe(false)
    expect(await command(...from, '--db', db, '--personal')).toBe(0)
    expect(await keywords()).toBe(1)
    expect(await command('import', 'json-lines', '--schema')).toBe(0)
  })

  it('write the records that a user can see, which another tracker imports', async () => {
    const [db, other, all, seen] = ['a.db', 'b.db', 'all.jsonl', 'seen.jsonl'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ]
    const tracker = await openTracker(db)
    const system = tracker.asSystem()
    await system.keywords.create({ name: 'crash', description: 'It crashes' })
    await system.users.create({ email: 'zoe@example.net', full_name: 'Zoë' })
    await system.groups.create({ name: 'team', description: 'The team' })
    await tracker.close()
    await (await openTracker(other)).close()
    expect(await command('export', '--db', db, '--to', all, '--records')).toBe(0)
    expect(await command('import', 'json-lines', '--from', all, '--db', other)).toBe(0)
    const again = await openTracker(other)
    expect((await again.asSystem().users.get({ names: ['zoe@example.net'] })).users).toMatchObject([
      { real_name: 'Zoë' },
    ])
    await again.close()
    expect(await command('export', '--db', db, '--to', seen, '--records', '--as', 'zoe@example.net')).toBe(0)
    expect(readFileSync(all, 'utf8')).toContain('"team"')
    expect(readFileSync(seen, 'utf8')).toContain('"crash"')
    expect(readFileSync(seen, 'utf8')).not.toContain('"team"')
    const file = join(folder, 'never')
    expect(await command('export', '--db', db, '--to', file, '--as', 'zoe@example.net')).toBe(2)
    expect(await command('export', '--db', db, '--to', file, '--records', '--without-secrets')).toBe(2)
    expect(await command('export', '--db', db, '--to', file, '--records', '--as', 'nobody@example.net')).toBe(1)
    expect(existsSync(file)).toBe(false)
    const read = await openTracker(db)
    const { audit_log } = await read.asSystem().audit.get({ class: 'Export' })
    await read.close()
    expect(audit_log.map(({ field, user }) => [field, user])).toEqual([
      ['records', 'zoe@example.net'],
      ['records', null],
    ])
  })
})
