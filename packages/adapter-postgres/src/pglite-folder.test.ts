import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTracker } from '@trackerkit/core'
import { afterAll, describe, expect, it } from 'vitest'
import { openPgliteFolder } from './pglite-folder.js'

const base = mkdtempSync(join(tmpdir(), 'trackerkit-pglite-'))
afterAll(() => rmSync(base, { recursive: true }))

describe('openPgliteFolder', () => {
  it('creates a folder, keeps the tracker in it, and locks it while it is open', async () => {
    const folder = join(base, 'data', 'tracker')
    const tracker = await createTracker({ store: await openPgliteFolder(folder) })
    await tracker.asSystem().keywords.create({ name: 'crash', description: 'It crashes' })
    const link = join(base, 'link')
    symlinkSync(folder, link)
    for (const path of [folder, link])
      await expect(openPgliteFolder(path)).rejects.toMatchObject({
        ...{ code: 'unavailable', message: `the folder is open in process ${process.pid}` },
      })
    await tracker.close()
    await tracker.close()
    expect(existsSync(`${folder}.lock`)).toBe(false)
    const again = await createTracker({ store: await openPgliteFolder(folder) })
    expect((await again.asSystem().keywords.get()).keywords).toMatchObject([{ name: 'crash' }])
    await again.close()
  }, 60_000)

  it('refuses a folder that a running process has locked, and opens that of a killed one', async () => {
    const folder = join(base, 'locked')
    writeFileSync(`${folder}.lock`, String(process.ppid))
    await expect(openPgliteFolder(folder)).rejects.toThrow(`the folder is open in process ${process.ppid}`)
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(`${folder}.lock`, String(pid))
    const killed = await openPgliteFolder(folder)
    await Promise.all([killed.close(), killed.close()])
    expect(existsSync(`${folder}.lock`)).toBe(false)
    writeFileSync(`${folder}.lock`, '')
    await expect(openPgliteFolder(folder)).rejects.toThrow(
      `${folder}.lock does not name a process: remove it if no process uses the folder`,
    )
    expect(existsSync(`${folder}.lock`)).toBe(true)
  }, 60_000)

  it('refuses a file and a folder with other files, and leaves no lock', async () => {
    const [file, folder] = [join(base, 'file'), join(base, 'other')]
    mkdirSync(folder)
    for (const path of [file, join(folder, 'notes.txt')]) writeFileSync(path, 'x')
    await expect(openPgliteFolder(file)).rejects.toThrow('it is a file, not a PGlite folder')
    await expect(openPgliteFolder(folder)).rejects.toThrow('the folder has other files')
    await expect(openPgliteFolder(join(base, 'wrong'), { schema: 'A' })).rejects.toThrow(RangeError)
    for (const path of [file, folder, join(base, 'wrong')]) expect(existsSync(`${path}.lock`)).toBe(false)
  }, 60_000)
})
