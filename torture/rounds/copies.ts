import { setTimeout as pause } from 'node:timers/promises'
import { run, serve, start } from '../command.js'
import { examine } from '../examine.js'
import { between, type DatabaseKind, type Round } from '../round.js'
import { setUpTracker, write } from '../writes.js'

const kills = 3
const written = 40

/** A copy is killed: the target holds nothing that could be taken for a tracker, or all of it, and the source is as it was. */
export function killCopy(from: DatabaseKind, to: DatabaseKind): Round {
  return {
    name: `kill -9 within a copy, ${from} to ${to}`,
    async run({ folder, random, databases }) {
      const source = await databases.fresh(from, folder)
      const server = serve(folder, source)
      const url = await server.url()
      const ledger = await setUpTracker(url)
      for (let n = 0; n < written; n++) await write(url, ledger, random)
      await server.end('SIGTERM')
      const measured = Date.now()
      const whole = await run(folder, ['copy', '--from', source, '--to', await databases.fresh(to, folder)])
      const usual = Date.now() - measured
      const wrong = whole.code === 0 ? [] : [`a copy failed: ${whole.err}`]
      let target = await databases.fresh(to, folder)
      for (let n = 0; n < kills; n++) {
        const copy = start(folder, ['copy', '--from', source, '--to', target])
        await pause(between(random, usual / 4, usual))
        await copy.end('SIGKILL')
        // The target now is either not a tracker, or a complete one.
        const { code, out, err } = await run(folder, ['doctor', '--db', target])
        if (code === 0) break
        if (!/no tracker in|at an older version/.test(out + err)) wrong.push(`a killed copy has left: ${out}${err}`)
      }
      const last = await run(folder, ['copy', '--from', source, '--to', target])
      if (last.code !== 0) {
        const isWhole = (await run(folder, ['doctor', '--db', target])).code === 0
        if (!isWhole) {
          // Copies and servers reject an incomplete copy: then another database is needed.
          const served = await serveOnce(folder, target)
          if (served)
            wrong.push(`a server takes what a killed copy has left for a tracker, and a copy does not: ${last.err}`)
          target = await databases.fresh(to, folder)
          await run(folder, ['copy', '--from', source, '--to', target])
        }
      }
      const inSource = await examine(folder, source, ledger)
      const findings = await examine(folder, target, { ...ledger, writes: ledger.writes })
      return { ...findings, wrong: [...wrong, ...inSource.wrong, ...findings.wrong] }
    },
  }
}

async function serveOnce(folder: string, db: string): Promise<boolean> {
  const server = serve(folder, db)
  const isServed = await server.url().then(
    () => true,
    () => false,
  )
  await server.end('SIGKILL')
  return isServed
}
