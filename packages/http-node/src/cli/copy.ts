import { createHash } from 'node:crypto'
import { copyStore, exportStore } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { parse, Refusal, UsageError, type Command } from './command.js'
import { openExisting, shown, withStore } from './store.js'

/**
 * `trackerkit copy --from DB --to DB`: copies a whole tracker into an empty database, and compares the two when that is done.
 */
export const copyCommand: Command = async (args) => {
  const { values } = parse(args, { from: { type: 'string' }, to: { type: 'string' } })
  const { from, to } = values
  if (from === undefined || to === undefined) throw new UsageError('copy needs --from DB and --to DB')
  // Says what is wrong with the source while it is the only one that is open.
  await (await openExisting(from)).close()
  const rows = await withStore(from, (source) =>
    withStore(to, async (target) => {
      const copied = await copyStore(source, target)
      if ((await digestOf(source)) !== (await digestOf(target))) {
        throw new Refusal(
          `${shown(from)} was changed while it was copied: stop what uses it, and copy to an empty database again`,
        )
      }
      await target.close()
      await source.close()
      return copied
    }),
  )
  process.stdout.write(`copied ${rows} rows from ${shown(from)} to ${shown(to)}; both hold the same\n`)
}

async function digestOf(store: Store): Promise<string> {
  const hash = createHash('sha256')
  await exportStore(store, (line) => void hash.update(`${line}\n`))
  return hash.digest('hex')
}
