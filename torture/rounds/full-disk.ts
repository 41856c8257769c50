import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../command.js'
import { examine } from '../examine.js'
import { between, until, type Round } from '../round.js'
import { setUpTracker, whileWriting } from '../writes.js'

/** Bytes of the disk, and what of it is left free. */
const size = 32 * 1024 * 1024
const [least, most] = [50_000, 600_000]

/**
 * Fills the disk for a while: failed writes are not acknowledged, and the server continues when there is
 * space.
 */
export const fullDisk: Round = {
  name: 'the disk full, SQLite',
  async run({ folder, random }) {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      return { skipped: 'a small disk can be mounted by root only' }
    }
    try {
      const db = join('disk', 'tracker.db')
      const server = serve(folder, db)
      const url = await server.url()
      const ledger = await setUpTracker(url)
      const refused = () => ledger.writes.filter((one) => !one.isAcknowledged).length
      const { bavail, bsize } = statfsSync(disk)
      const filler = join(disk, 'filler')
      writeFileSync(filler, Buffer.alloc(bavail * bsize - between(random, least, most)))
      await whileWriting({ ledger, random, urlFor: () => url }, async () => {
        await until(() => refused() > 12, 'a full disk')
        rmSync(filler)
        const before = ledger.writes.length
        await until(
          () => ledger.writes.slice(before).filter((one) => one.isAcknowledged).length > 10,
          'a write after that',
        )
      })
      await server.end(random.pick(['SIGTERM', 'SIGKILL']))
      return await examine(folder, db, ledger)
    } finally {
      // Also when a process still has files open there.
      execFileSync('umount', ['--lazy', disk])
    }
  },
}
