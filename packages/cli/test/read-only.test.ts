// Trackers in places where nothing can be written, such as a disk that has failed.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import { afterEach, describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere } from './command.js'

eachInAFolder()

const at = (name: string) => join(folder, name)
const isRoot = process.getuid?.() === 0

/** Makes `disk/` read-only, where that is possible; root can write everywhere but on a file system that is so. */
function freeze(): void {
  if (!isRoot) return chmodSync(at('disk'), 0o555)
  mount('--bind', at('disk'), at('disk'))
  mount('-o', 'remount,ro,bind', at('disk'))
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' })
}

/** Root may be that of a container, which cannot mount anything. */
function canFreeze(): boolean {
  if (process.platform === 'win32') return false
  if (!isRoot) return true
  const tried = mkdtempSync(join(tmpdir(), 'trackerkit-mount-'))
  const isMounted = spawnSync('mount', ['--bind', tried, tried]).status === 0
  if (isMounted) spawnSync('umount', [tried])
  rmSync(tried, { recursive: true })
  return isMounted
}

afterEach(() => {
  if (!existsSync(at('disk'))) return
  if (!isRoot) chmodSync(at('disk'), 0o755)
  else spawnSync('umount', [at('disk')])
})

/** A tracker with one product; `isRunning` as a crash leaves it, with a log. */
async function makeTracker(isRunning: boolean): Promise<void> {
  mkdirSync(at('disk'))
  const tracker = await createTracker({ store: sqliteStore(at('a.db')) })
  await tracker.asSystem('admin@example.com').products.create({ name: 'Widgets', description: 'x', version: '1' })
  if (!isRunning) await tracker.close()
  copyFileSync(at('a.db'), at('disk/t.db'))
  if (isRunning) copyFileSync(at('a.db-wal'), at('disk/t.db-wal'))
  if (isRunning) await tracker.close()
}

describe.skipIf(!canFreeze())('a tracker on a read-only file system', () => {
  it.each([
    ['a clean end', false],
    ['a crash', true],
  ])('can be examined, copied and exported after %s', async (_title, isRunning) => {
    await makeTracker(isRunning)
    freeze()
    const db = ['--db', at('disk/t.db')]
    expect(await runHere(['doctor', ...db])).toMatchObject({ code: 0, err: '' })
    expect(await runHere(['backup', ...db, '--to', at('c.db')])).toMatchObject({ code: 0, err: '' })
    expect(await runHere(['export', ...db, '--to', at('e.jsonl')])).toMatchObject({ code: 0 })
    expect(readdirSync(at('disk')).filter((name) => name.endsWith('-shm'))).toEqual([])
    const { code, out } = await runHere(['product', 'list', '--db', at('c.db')])
    expect([code, out]).toEqual([0, expect.stringContaining('Widgets')])
  })

  it('says why it cannot be served, and what can be done', async () => {
    await makeTracker(false)
    freeze()
    const { code, err } = await runHere(['product', 'list', '--db', at('disk/t.db')])
    const reason = isRoot ? /read-only file system \(EROFS\).*'trackerkit backup --to'/ : /check the folder/
    expect([code, err]).toEqual([1, expect.stringMatching(reason)])
  })
})
