// Copies that are damaged, restores that are cut short, and places that are in use.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import { describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere, start } from './command.js'
import { until } from './processes.js'
import { addWidgets, widgets } from './widgets.js'

eachInAFolder()

const at = (name: string) => join(folder, name)

/** `a.db`, and `c.db` as its copy. */
async function makeCopy(bugs = 3): Promise<void> {
  const tracker = await createTracker({ store: sqliteStore(at('a.db'), { durability: 'normal' }) })
  const system = tracker.asSystem('admin@example.com')
  await addWidgets(tracker)
  for (let n = 0; n < bugs; n++)
    await system.bugs.create({ ...widgets, summary: `Bug ${n}`, description: `Text ${n} `.repeat(2000) })
  await tracker.close()
  expect(await runHere(['backup', '--db', at('a.db'), '--to', at('c.db')])).toMatchObject({ code: 0 })
}

const restore = () => runHere(['restore', '--from', at('c.db'), '--db', at('r.db')])

function change(name: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(at(name))
  edit(bytes)
  writeFileSync(at(name), bytes)
}

function rewriteNote(edit: (note: Record<string, unknown>) => void): void {
  const note = JSON.parse(readFileSync(at('c.db.json'), 'utf8')) as Record<string, unknown>
  edit(note)
  writeFileSync(at('c.db.json'), JSON.stringify(note))
}

const withoutDigest = () =>
  rewriteNote((note) => {
    delete note['sha256']
    delete note['bytes']
  })

const isLeft = () => readdirSync(folder).filter((name) => name.startsWith('r.db'))

describe('trackerkit restore of a damaged copy', () => {
  it('rejects one in which a bit was flipped, wherever it is', async () => {
    await makeCopy()
    const { length } = readFileSync(at('c.db'))
    for (const part of [0.3, 0.5, 0.9]) {
      const flip = () => change('c.db', (bytes) => (bytes[Math.floor(length * part)]! ^= 1))
      flip()
      const { code, err } = await restore()
      expect([code, err]).toEqual([1, expect.stringMatching(/c\.db is damaged: its SHA-256 differs from .*json/)])
      expect(isLeft()).toEqual([])
      flip()
    }
    expect(await restore()).toMatchObject({ code: 0, err: '' })
  })

  it('rejects one with a page of zeros though no digest is known', async () => {
    await makeCopy()
    withoutDigest()
    change('c.db', (bytes) => bytes.fill(0, 8 * 4096, 10 * 4096))
    const { code, err } = await restore()
    expect([code, err]).toEqual([1, expect.stringMatching(/c\.db (is damaged|cannot be restored): .*another backup/)])
    expect(isLeft()).toEqual([])
  })

  it('rejects one with a damaged entry of the change feed though no digest is known', async () => {
    await makeCopy()
    withoutDigest()
    change('c.db', (bytes) => (bytes[bytes.lastIndexOf('"is_new":true') + '"is_new"'.length]! ^= 1))
    const { code, err } = await restore()
    expect([code, err]).toEqual([1, expect.stringMatching(/c\.db is damaged: changes \d+: its payload is not JSON\. /)])
    expect(isLeft()).toEqual([])
  })

  it('rejects one that has fewer bugs than were written', async () => {
    await makeCopy()
    rewriteNote((note) => (note['bugs'] = 8))
    const { code, err } = await restore()
    expect([code, err]).toEqual([1, expect.stringContaining('it has 3 bugs, not 8')])
    expect(isLeft()).toEqual([])
  })

  it.each([
    ['halved', (size: number) => size / 2],
    ['short of a page', (size: number) => size - 4096],
    ['short of 100 bytes', (size: number) => size - 100],
    ['empty', () => 0],
  ])('leaves nothing in the place of the tracker when it is %s', async (_title, sizeOf) => {
    await makeCopy()
    const size = sizeOf(readFileSync(at('c.db')).length)
    copyFileSync(at('c.db'), at('whole.db'))
    for (const prepare of [() => undefined, withoutDigest, () => rmSync(at('c.db.json'))]) {
      truncateSync(at('c.db'), size)
      prepare()
      const { code, err } = await restore()
      expect([code, err]).toEqual([1, expect.stringMatching(/^trackerkit: \S+c\.db [^\n]+ another backup\n$/)])
      expect(isLeft()).toEqual([])
    }
    copyFileSync(at('whole.db'), at('c.db'))
    expect(await restore()).toMatchObject({ code: 0 })
  })

  it('takes one without digest or note, and says what could not be compared', async () => {
    await makeCopy()
    withoutDigest()
    expect((await restore()).out).toMatch(/c\.db\.json was written by an earlier version, without SHA-256: .*\n$/)
    rmSync(at('r.db'))
    rmSync(at('c.db.json'))
    expect((await restore()).out).toMatch(/c\.db\.json with the SHA-256 is missing: .*\n$/)
  })
})

describe('trackerkit restore in a place that was in use', () => {
  it('rejects a log that holds the last writes of another tracker, and keeps it', async () => {
    await makeCopy()
    writeFileSync(at('r.db-wal'), 'last writes')
    const { code, err } = await restore()
    expect([code, err]).toEqual([1, expect.stringMatching(/r\.db-wal contains the last writes .*mv \S+ \S+broken-wal/)])
    expect(isLeft()).toEqual(['r.db-wal'])
    writeFileSync(at('r.db-wal'), '')
    expect(await restore()).toMatchObject({ code: 0 })
  })

  it('does not replace a tracker that another process has put there in the meantime', async () => {
    await makeCopy()
    const restoring = restore()
    await until(() => isLeft().length > 0)
    writeFileSync(at('r.db'), 'another')
    const { code, err } = await restoring
    expect([code, err]).toEqual([1, expect.stringMatching(/r\.db already exists/)])
    expect(readFileSync(at('r.db'), 'utf8')).toBe('another')
    expect(isLeft()).toEqual(['r.db'])
  })

  it('removes what one left that was cut short, but not what another process is writing', async () => {
    await makeCopy()
    const left = ['.part', '.part-wal', '.0a1b2c3d.part', '.0a1b2c3d.part-shm'].map((end) => at(`r.db${end}`))
    for (const file of [...left, at('r.db.00000000.part')]) writeFileSync(file, 'unfinished')
    for (const file of left) utimesSync(file, new Date(), new Date(Date.now() - 7_200_000))
    expect(await restore()).toMatchObject({ code: 0 })
    expect(isLeft()).toEqual(['r.db', 'r.db.00000000.part'])
  })
})

describe('trackerkit restore that is killed', () => {
  it('has held deliveries and begun a new feed by the time the file is there', async () => {
    await makeCopy(30)
    const feed = async (file: string) => {
      const tracker = await createTracker({ store: sqliteStore(file, { durability: 'normal' }) })
      const { parameters } = await tracker.asSystem().parameters.get()
      const { next } = await tracker.asSystem().changes.get({ since: 'now' })
      await tracker.close()
      return { held: parameters['hold_deliveries'], epoch: next.split('.')[0] }
    }
    const running = start(['restore', '--from', 'c.db', '--db', 'r.db'])
    while (!existsSync(at('r.db'))) await pause(1)
    await running.stop('SIGKILL')
    const [before, after] = [await feed(at('a.db')), await feed(at('r.db'))]
    expect(after.held).toBe('1')
    expect(after.epoch).not.toBe(before.epoch)
  })
})
