import { hostname } from 'node:os'
import { retrying } from '../../call/retry.js'
import { randomText } from '../../auth/secrets.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Row, TrackerSchema } from '../../schema/index.js'
import { createSetupReader } from '../../setup/catalogue.js'
import { migrations, schema } from '../../schema/index.js'
import type { Json, Store } from '../../store/index.js'
import type { Batch, PutResult } from './batch.js'
import { putRecords } from './put-records.js'

/** From where records come, and what they may replace. */
export interface ImporterOptions {
  /** What the source is called: an address, or a name. Records of one source keep to what it has brought before. */
  readonly source: string
  /** What it was called before: what has come under that name is of this source from now on, and is brought up to date. */
  readonly formerly?: string
  /** Take over bugs again that were changed here since they came, which loses these changes. Default: false. */
  readonly overwrite?: boolean
  /**
   * Take over the groups that carry rights, such as `editbugs`, and who is in them: for a tracker that is made by the import. Nobody is
   * taken out of `admin`. Default: false, which leaves to this tracker who may do what.
   */
  readonly rights?: boolean
  /** Import personal records, which hold credentials. Default: false, which rejects them. */
  readonly personal?: boolean
}

/** Takes over what readers of other trackers find, batch by batch. */
export interface Importer {
  /** What the reader has kept for itself, with the last batch; NULL at first. */
  readonly state: Json
  /** Takes over some records, all in one transaction, and keeps `state` with them, if given. Says what became of each. */
  put(records: readonly unknown[], state?: Json): Promise<PutResult[]>
  /** The sizes that the contents of these attachments have here, in bytes; those are left out that are not there. */
  sizes(ids: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Those of these numbers that bugs have here. */
  bugs(ids: readonly number[]): Promise<ReadonlySet<number>>
  /** IDs of bugs that came from the source, also of those that were deleted here: the next 10,000 above `after`, in ascending order. */
  imported(after: number): Promise<number[]>
  /** Lets others import from the source. */
  close(): Promise<void>
}

/**
 * Milliseconds for which nobody else may import from the source after the last sign of life. Who is slower than that loses nothing by it:
 * each batch asks in its own transaction whether the source is still claimed by this importer.
 */
const claimTime = 15_000
/** Milliseconds between two signs of life, however long a batch takes to be read. */
const renewal = 5000

/**
 * Begins or continues to take over what another tracker holds, with its numbers, past times and authors. It works on the store, not
 * in anybody's name: no right is asked, no rule of change (workflow, mandatory fields) applies, nobody gets mail. Trackers on the store go on
 * meanwhile. The store must hold a tracker.
 *
 * @throws import_busy when another process is importing from the source; import_personal_refused by `put`; store_unavailable and the like
 * @example
 * const importer = await openImporter(store, { source: 'https://bugs.example.org/' })
 * const [result] = await importer.put([{ kind: 'keyword', name: 'crash', description: 'It crashes' }])
 * if (result?.outcome === 'refused') console.log(result.problems)
 * await importer.close()
 */
export async function openImporter(
  store: Store,
  { source, formerly, overwrite = false, rights = false, personal = false }: ImporterOptions,
): Promise<Importer> {
  const typed = store as unknown as Store<TrackerSchema>
  const { clock } = defaultEnvironment
  await retrying(defaultEnvironment, async () => typed.migrate(schema, migrations))
  const readSetup = createSetupReader()
  const self = `${hostname()} ${process.pid} ${randomText(defaultEnvironment, 12)}`
  const write = <T>(work: (batch: Batch, row: Row<'imports'> | undefined) => Promise<T>) =>
    retrying(defaultEnvironment, () =>
      typed.write(async (tx) => {
        const { catalogue } = await readSetup.fork()(tx)
        const [row] = await tx.select({ from: 'imports', where: { col: 'source', eq: source } })
        return work({ tx, source, overwrites: overwrite, rights, now: clock(), catalogue }, row)
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

/** What is here already of what the source tells. */
function readers(store: Store<TrackerSchema>, source: string): Pick<Importer, 'sizes' | 'bugs' | 'imported'> {
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

/** Whether a process of this machine that was importing is no more: nobody waits for what it cannot give back. */
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
