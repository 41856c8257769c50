import { createHash } from 'node:crypto'
import { migrations } from '../../schema/migrations/index.js'
import { requireKnownSchema } from '../../schema/known-migrations.js'
import { schema, type Reader, type TrackerSchema } from '../../schema/index.js'
import type { Awaitable, PlainRow, PlainStore, Store } from '../../store/index.js'
import { logExport } from './log-export.js'
import { entities, lineOf, rowsOf } from './rows.js'

/** What `exportTracker` may be told. */
export interface ExportOptions {
  /**
   * Leave out what lets somebody in or speaks for somebody: passwords, second factors, API keys, tokens, webhooks, kept answers and waiting mail.
   * People of such a copy need new passwords. Default: false.
   */
  readonly withoutSecrets?: boolean
}

/**
 * Writes everything that a tracker has stored as lines of text that `importTracker` takes: a line that says of which version it is,
 * one for each row (as `exportStore` writes them), and one that says how many they are and what they add up to. The store is read as
 * of one moment, some rows at a time, and may be in use. The audit log tells of it, see logExport.
 *
 * @param write is given one line at a time, without its end
 * @returns how many rows were written
 * @throws StoreError `schema_newer`
 * @example
 * const lines: string[] = []
 * await exportTracker(store, (line) => void lines.push(line))
 */
export async function exportTracker(
  store: Store,
  write: (line: string) => Awaitable<void>,
  { withoutSecrets = false }: ExportOptions = {},
): Promise<number> {
  await store.migrate(schema, migrations)
  await (store as unknown as Store<TrackerSchema>).read(requireKnownSchema)
  await logExport(store, withoutSecrets ? 'tracker without secrets' : 'tracker')
  return (store as unknown as PlainStore).read(async (tx) => {
    await requireKnownSchema(tx as unknown as Reader)
    await write(JSON.stringify({ trackerkit_store: 1, migration: migrations.length }))
    const digest = createHash('sha256')
    let rows = 0
    for (const [name, entity] of entities) {
      if (withoutSecrets && secretEntities.has(name)) continue
      for await (const some of rowsOf(tx, name, entity)) {
        for (const row of some) {
          const line = lineOf(name, entity, withoutSecrets ? { ...row, ...blanks[name] } : row)
          digest.update(`${line}\n`)
          await write(line)
        }
        rows += some.length
      }
    }
    await write(JSON.stringify({ rows, sha256: digest.digest('hex') }))
    return rows
  })
}

/** Whose rows are secrets, or act in somebody's name. */
const secretEntities: ReadonlySet<string> = new Set([
  'api_keys',
  'tokens',
  'account_codes',
  'second_factors',
  'recovery_codes',
  'login_attempts',
  'login_flows',
  'idempotency',
  'mail_outbox',
  'webhooks',
  'webhook_deliveries',
])

/** Columns of other rows that are secrets, with what stands in their place. */
const blanks: Readonly<Record<string, PlainRow>> = {
  users: { password_hash: null },
  installation: { secret: '' },
  code_hooks: { secrets: [] },
}
