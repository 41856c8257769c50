import { createHash } from 'node:crypto'
import type { LinkedWith } from '../../auth/links.js'
import { migrations } from '../../schema/migrations/index.js'
import { requireKnownSchema } from '../../schema/known-migrations.js'
import { schema, type Reader, type TrackerSchema } from '../../schema/index.js'
import type { Awaitable, PlainReader, PlainRow, PlainStore, Store } from '../../store/index.js'
import { logExport } from './log-export.js'
import { entities, lineOf, rowsOf } from './rows.js'

/** Options of `exportTracker`. */
export interface ExportOptions {
  /**
   * Leave out credentials and anything that acts for a user: passwords, second factors, API keys, tokens, webhooks,
   * stored responses and pending email. Users of such a copy need new passwords. Default: false.
   */
  readonly withoutSecrets?: boolean
}

/**
 * Writes a whole tracker as lines of text for `importTracker`: a head line with the version, one line per row (as in
 * `exportStore`), and a last line with their number and checksum. Reads some rows at a time from one snapshot; the
 * store may be in use. The export is recorded in the audit log, see logExport.
 *
 * @param write receives one line at a time, without a line break
 * @returns the number of rows
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
  return (store as unknown as PlainStore).read(
    async (tx) => {
      await requireKnownSchema(tx as unknown as Reader)
      await write(JSON.stringify({ trackerkit_store: 1, migration: migrations.length }))
      const digest = createHash('sha256')
      let rows = 0
      for (const [name, entity] of entities) {
        if (withoutSecrets && secretEntities.has(name)) continue
        for await (const some of rowsOf(tx, name, entity)) {
          for (const row of withoutSecrets ? await withoutSecretsOf(tx, name, some) : some) {
            const line = lineOf(name, entity, row)
            digest.update(`${line}\n`)
            await write(line)
          }
          rows += some.length
        }
      }
      await write(JSON.stringify({ rows, sha256: digest.digest('hex') }))
      return rows
    },
    { bulk: true },
  )
}

/** Entities whose rows are secrets, or act for a user. */
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

/** Secret columns of other rows, and their replacements. */
const blanks: Readonly<Record<string, PlainRow>> = {
  users: { password_hash: null },
  installation: { secret: '' },
  code_hooks: { secrets: [] },
}

async function withoutSecretsOf(tx: PlainReader, name: string, rows: readonly PlainRow[]): Promise<PlainRow[]> {
  const weak = name === 'external_accounts' ? await ownersWithPassword(tx, rows) : undefined
  const weakened = { linked_with: 'one_factor' satisfies LinkedWith }
  return rows.map((row) => {
    const isWeak = row.linked_with === null && row.kind !== 'host' && weak?.has(row.user_id)
    return { ...row, ...blanks[name], ...(isWeak && weakened) }
  })
}

/** Without their passwords, their links would look as if the provider had been the only proof. */
async function ownersWithPassword(tx: PlainReader, links: readonly PlainRow[]) {
  const owners = { col: 'id', in: [...new Set(links.map(({ user_id = null }) => user_id))] } as const
  const where = { and: [owners, { not: { col: 'password_hash', eq: null } as const }] }
  return new Set((await tx.select({ from: 'users', where, columns: ['id'] })).map(({ id }) => id))
}
