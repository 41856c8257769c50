import { hostname } from 'node:os'
import { retrying } from '../../call/retry.js'
import { randomText } from '../../auth/secrets.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Row, TrackerSchema } from '../../schema/index.js'
import { createSetupReader } from '../../setup/read-setup.js'
import { migrations, schema } from '../../schema/index.js'
import type { Json, Store } from '../../store/index.js'
import type { CheckingRule } from '../../call/host-rules.js'
import { requireRules } from '../../domain/bugs/host-rules/require-rules.js'
import { lastDeletedBug } from '../copy/keep-numbers.js'
import type { Batch, PutResult } from './batch.js'
import { putRecords } from './put-records.js'

/** Options of an import: its source, and permission to replace data. */
export interface ImporterOptions {
  /** The name of the source: a URL or another name. Later imports from the same source update its earlier records. */
  readonly source: string
  /** The former name of the source: records imported under that name are assigned to this source and updated. */
  readonly formerly?: string
  /** Import bugs again that were changed here after their import, which discards these changes. Default: false. */
  readonly overwrite?: boolean
  /**
   * Import groups that carry permissions, such as `editbugs`, and their members: for a tracker that the import creates.
   * No user is removed from `admin`. Default: false, which keeps this tracker's permissions.
   */
  readonly rights?: boolean
  /** Import personal records, which hold credentials. Default: false, which rejects them. */
  readonly personal?: boolean
  /**
   * Rules of the tracker, whose `check` is asked about each bug that is new or has changed, and about its comments, as
   * if they were new. A bug that one rejects is not imported. Operations and `query` cannot be called.
   */
  readonly rules?: readonly CheckingRule[]
}

/** Imports records from readers of other trackers, batch by batch. */
export interface Importer {
  /** The reader's state, stored with the last batch; NULL at first. */
  readonly state: Json
  /** Imports records in one transaction, stores `state` with them if given, and returns the outcome of each. */
  put(records: readonly unknown[], state?: Json): Promise<PutResult[]>
  /** The sizes that the contents of these attachments have here, in bytes; those are left out that are not there. */
  sizes(ids: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Those of these numbers that bugs have here. */
  bugs(ids: readonly number[]): Promise<ReadonlySet<number>>
  /** The ID of the next new bug. IDs of deleted bugs are not used again. */
  nextBug(): Promise<number>
  /** IDs of bugs that came from the source, also of those that were deleted here: the next 10,000 above `after`, in ascending order. */
  imported(after: number): Promise<number[]>
  /** Lets others import from the source. */
  close(): Promise<void>
}

/**
 * Milliseconds after the last renewal until others may import from the source. Slower importers lose nothing: each
 * batch checks in its own transaction that this importer still holds the claim.
 */
const claimTime = 15_000
/** Milliseconds between two signs of life, however long a batch takes to be read. */
const renewal = 5000

/**
 * Begins or continues the import of another tracker with its IDs, times and authors. It works directly on the store: no
 * permissions are checked, no rules of changes (workflow, mandatory fields) apply, no email is sent. Trackers on the
 * store keep running. The store must hold a tracker.
 *
 * @throws invalid_options for `rules`; import_busy when another process is importing from the source; import_personal_refused by `put`;
 * store_unavailable and the like
 * @example
 * const importer = await openImporter(store, { source: 'https://bugs.example.org/' })
 * const [result] = await importer.put([{ kind: 'keyword', name: 'crash', description: 'It crashes' }])
 * if (result?.outcome === 'refused') console.log(result.problems)
 * await importer.close()
 */
export async function openImporter(
  store: Store,
  { source, formerly, overwrite = false, rights = false, personal = false, rules = [] }: ImporterOptions,
): Promise<Importer> {
  requireRules(rules)
  const typed = store as unknown as Store<TrackerSchema>
  const { clock } = defaultEnvironment
  await retrying(defaultEnvironment, async () => typed.migrate(schema, migrations))
  const readSetup = createSetupReader()
  const self = `${hostname()} ${process.pid} ${randomText(defaultEnvironment, 12)}`
  const write = <T>(work: (batch: Batch, row: Row<'imports'> | undefined) => Promise<T>) =>
    retrying(defaultEnvironment, () =>
      typed.write(async (tx) => {
        const { catalogue } = await readSetup(tx)
        const [row] = await tx.select({ from: 'imports', where: { col: 'source', eq: source } })
        return work({ tx, source, overwrites: overwrite, rights, now: clock(), rules, catalogue }, row)
      }),
    )
  const keep = (batch: Batch, state: Json) => {
    const claimed_until = new Date(batch.now.getTime() + claimTime)
    return batch.tx.put('imports', [{ source, state, claimed_by: self, claimed_until }])
  }
  let state = await write(async (batch, row) => {
    const found = row ?? (formerly === undefined ? undefined : await rename(batch, formerly))
    if (found) requireFree(found, batch.now)
    await keep(batch, found?.state ?? null)
    return found?.state ?? null
  })
  const renew = async (batch: Batch, row: Row<'imports'> | undefined) => {
    if (row?.claimed_by === self) await keep(batch, row.state)
  }
  const written = createCounts()
  const renewing = setInterval(() => void write(renew).catch(() => undefined), renewal).unref()
  return {
    get state() {
      return state
    },
    async put(records, next) {
      if (!personal && records.some(isPersonal)) throw new TrackerError('import_personal_refused')
      const results = await write(async (batch, row) => {
        if (row?.claimed_by !== self) throw new TrackerError('import_busy', { source })
        const put = await putRecords(batch, records)
        await keep(batch, next ?? row.state)
        return put
      })
      state = next ?? state
      written.add(results)
      return results
    },
    ...readers(typed, source),
    async close() {
      clearInterval(renewing)
      await write(async ({ tx, now }, row) => {
        if (row?.claimed_by !== self) return
        await tx.put('imports', [{ ...row, claimed_by: null, claimed_until: null }])
        await written.log(tx, source, now)
      })
    },
  }
}

function isPersonal(record: unknown): boolean {
  return typeof record === 'object' && record !== null && 'kind' in record && record.kind === 'personal'
}

/** Counts what an import has written, for the audit log. */
function createCounts() {
  const counts = new Map<string, number>()
  return {
    add(results: readonly PutResult[]): void {
      for (const { kind, outcome } of results) {
        if (outcome !== 'created' && outcome !== 'replaced') continue
        const name = `${kind} ${outcome}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    },
    /** Logs nothing if nothing was written. */
    async log(tx: Batch['tx'], field: string, at: Date): Promise<void> {
      const added = Array.from(counts, ([name, count]) => `${name}: ${count}`).join(', ')
      const change = { user_id: null, class: 'Import', object_id: 0, field, removed: null, added, at }
      if (added !== '') await tx.insert('audit_log', [change])
    },
  }
}

const idsAtOnce = 10_000

/** The data of the source that has been imported. */
function readers(store: Store<TrackerSchema>, source: string): Omit<Importer, 'state' | 'put' | 'close'> {
  return {
    imported: (after) =>
      store.read(async (tx) => {
        const ofSource = [{ col: 'source', eq: source } as const, { col: 'kind', eq: 'bug' } as const]
        const refs = await tx.select({
          from: 'import_refs',
          where: { and: [...ofSource, { col: 'id', gt: after } as const] },
          order: [{ col: 'id' }],
          columns: ['id'],
          limit: idsAtOnce,
        })
        return refs.map(({ id }) => id)
      }),
    async sizes(ids) {
      const rows = await store.read((tx) =>
        tx.select({ from: 'attachments', where: { col: 'id', in: ids }, columns: ['id', 'size'] }),
      )
      return new Map(rows.map(({ id, size }) => [id, size]))
    },
    async bugs(ids) {
      const rows = await store.read((tx) => tx.select({ from: 'bugs', where: { col: 'id', in: ids }, columns: ['id'] }))
      return new Set(rows.map(({ id }) => id))
    },
    nextBug: () =>
      store.read(async (tx) => {
        const [last] = await tx.select({ from: 'bugs', order: [{ col: 'id', desc: true }], limit: 1, columns: ['id'] })
        return Math.max(last?.id ?? 0, (await lastDeletedBug(tx)) ?? 0) + 1
      }),
  }
}

/** Gives the source the name that it has now. Returns how far its import has come, if it has begun. */
async function rename({ tx, source, now }: Batch, formerly: string): Promise<Row<'imports'> | undefined> {
  const where = { col: 'source', eq: formerly } as const
  const [row] = await tx.select({ from: 'imports', where })
  if (!row) return undefined
  requireFree(row, now)
  await tx.update('imports', where, { source })
  await tx.update('import_refs', where, { source })
  return { ...row, source }
}

/** @throws import_busy while another process imports from the source */
function requireFree({ source, claimed_by, claimed_until }: Row<'imports'>, now: Date): void {
  if (claimed_until && claimed_until > now && !hasEnded(claimed_by)) throw new TrackerError('import_busy', { source })
}

/** True if the importing process was on this machine and has ended: it can no longer release its claim. */
function hasEnded(claimed_by: string | null): boolean {
  const [host, pid] = claimed_by?.split(' ') ?? []
  if (host !== hostname() || pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
