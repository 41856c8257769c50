// A tracker as an older version has left it.
import { join } from 'node:path'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { migrations, schema } from '@trackerkit/core/schema'
import type {
  Column,
  Entity,
  Json,
  Migration,
  PlainReader,
  PlainRow,
  PlainStore,
  Schema,
  StoredValue,
} from '@trackerkit/core/store'

const recent: Schema = schema

/** Only the first migration: the oldest tracker. */
const oldest = migrations.slice(0, 1)

/** Rows of the audit log, which make migrations take long enough to be killed in. */
const filling = 20_000
const rowsAtOnce = 1_000

/** Writes everything that a tracker holds to an empty database with the schema of the first version. */
export async function ageTracker(folder: string, from: string, to: string): Promise<void> {
  const [source, target] = [open(folder, from), open(folder, to)]
  const old = schemaAfter(oldest)
  await source.migrate(schema, migrations)
  await target.migrate(old, oldest)
  await source.read((reader) =>
    target.write(async (writer) => {
      for (const [name, { columns }] of Object.entries(old)) {
        const now = recent[name]
        // Removed entities are empty, as in a tracker that never used them.
        if (!now) continue
        const [kept, gone] = parted(Object.keys(columns), (column) => column in now.columns)
        const rows = await reader.select({ from: name, columns: kept })
        const blanks = Object.fromEntries(gone.map((column) => [column, blankOf(columns[column])]))
        await writer.insert(
          name,
          rows.map((row) => ({ ...blanks, ...row })),
        )
      }
      await writer.insert('mail_outbox', await untold(reader))
      const entry = {
        user_id: null,
        class: 'Product',
        object_id: 1,
        field: 'name',
        removed: '',
        added: '',
        at: new Date(0),
      }
      for (let n = 0; n < filling; n += rowsAtOnce)
        await writer.insert(
          'audit_log',
          Array.from({ length: rowsAtOnce }, () => entry),
        )
    }),
  )
  await source.close()
  await target.close()
}

const nothing = { is_new: false, history: [], comments: [], flags: [] }
const noPeople = { assigned_to: [], qa_contact: [], cc: [] }

/** Pending changes for email in the change feed, as older versions stored them. */
async function untold(reader: PlainReader): Promise<PlainRow[]> {
  const [cursor] = await reader.select({ from: 'feed_cursors', where: { col: 'name', eq: 'mail' } })
  const entries = await reader.select({ from: 'changes', where: { col: 'seq', gt: cursor?.['seq'] ?? 0 } })
  return entries.flatMap(({ kind, bug_id = null, user_id, at = null, payload }) => {
    if (kind !== 'bug') return []
    const { open_changed = false, gained = {}, lost = {}, ...rest } = payload as { readonly [key: string]: Json }
    const [came, gone] = [gained, lost].map((roles) => ({ ...noPeople, ...(roles as object) }))
    const told = { ...nothing, ...rest, by: user_id, is_turned: open_changed, came, gone } as Json
    const waiting = { kind: 'change', state: 'new', attempts: 0, next_attempt: at, creation_time: at }
    return [{ ...waiting, bug_id, payload: told }]
  })
}

function open(folder: string, db: string): PlainStore {
  return db.startsWith('postgres:') ? postgresStore(db) : sqliteStore(join(folder, db))
}

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** The value of a removed column. */
function blankOf(column: Column | undefined): StoredValue {
  if (!column || column.nullable) return null
  const blanks = { int: 0, real: 0, text: '', bool: false, time: new Date(0), bytes: new Uint8Array(), json: null }
  return blanks[column.type]
}

/** The entities after some migrations. */
function schemaAfter(known: readonly Migration[]): Schema {
  const entities = new Map<string, Entity>()
  const change = (name: string, columns: (before: Entity['columns']) => Entity['columns']) => {
    const entity = entities.get(name)
    if (entity) entities.set(name, { ...entity, columns: columns(entity.columns) })
  }
  for (const step of known.flatMap(({ steps }) => steps)) {
    if ('createEntity' in step) entities.set(step.createEntity, { ...step.entity, relations: {} })
    else if ('dropEntity' in step) entities.delete(step.dropEntity)
    else if ('addColumn' in step) change(step.addColumn, (before) => ({ ...before, [step.name]: step.column }))
    else if ('dropColumn' in step) change(step.dropColumn, ({ [step.name]: _, ...rest }) => rest)
  }
  return Object.fromEntries(entities)
}
