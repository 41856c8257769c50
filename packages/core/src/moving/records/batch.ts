// The state of one transaction of an import.
import { hash } from 'node:crypto'
import { bumpCatalogueVersion, bumpIdentityVersion, loadCatalogue, type Catalogue } from '../../setup/catalogue.js'
import { schema, type Row, type Writer } from '../../schema/index.js'
import { compareText, type PlainRow, type PlainWriter } from '../../store/index.js'
import type { CheckingRule } from '../../call/host-rules.js'
import type { BugRecord, ReadRecord, RecordKind } from './record.js'

/** The outcome of a record. */
export interface PutResult {
  readonly kind: RecordKind | 'unknown'
  /** Its number or name; blank where it has none. */
  readonly id: number | string
  readonly outcome: 'created' | 'replaced' | 'same' | 'refused'
  /** The reasons for a rejection, or the parts that could not be kept. */
  readonly problems: readonly string[]
  /** The rule that rejected the record. Its message is in `problems`. */
  readonly refusal?: RuleRefusal
}

/** A rule, with the field and the word for programs that it named. */
export interface RuleRefusal {
  readonly rule: string
  readonly field?: string
  readonly reason?: string
}
export type Outcome = PutResult['outcome']
export type Put = Pick<PutResult, 'outcome' | 'problems' | 'refusal'>

export interface Batch {
  readonly tx: Writer
  readonly source: string
  /** Replace local changes made since the last import. */
  readonly overwrites: boolean
  /** Import groups that carry permissions, and their members. */
  readonly rights: boolean
  readonly now: Date
  /** They are asked about bugs. */
  readonly rules: readonly CheckingRule[]
  catalogue: Catalogue
  /** Local IDs of flag types by those of the source, where records name them. */
  flagTypeIds?: ReadonlyMap<number, number>
}

/** An error in a record: it is rejected, the others are not. */
export class RecordProblem extends Error {
  override readonly name = 'RecordProblem'
}

/** A digest of a record, which recognizes unchanged ones. Empty fields do not count, so a new field changes nothing. */
export function fingerprintOf(record: ReadRecord): string {
  const filled = Object.entries(record).filter(([, value]) => !isBlank(value))
  const inOrder = filled.toSorted(([a], [b]) => compareText(a, b))
  return hash('sha256', JSON.stringify(inOrder), 'base64url')
}

/** Absent links leave those that are there, and earlier versions took them for none. */
export function isSameBug(bug: BugRecord, fingerprint: string): boolean {
  const earlier = { ...bug, depends_on: bug.depends_on ?? [], blocks: bug.blocks ?? [] }
  return fingerprint === fingerprintOf(bug) || fingerprint === fingerprintOf(earlier)
}

function isBlank(value: unknown): boolean {
  return value === '' || value === 0 || value === null || value === undefined
}

/** Makes all processes reload the configuration, and this transaction too. */
export async function reloadCatalogue(batch: Batch): Promise<void> {
  await bumpCatalogueVersion(batch.tx)
  await bumpIdentityVersion(batch.tx)
  const [installation] = await batch.tx.select({ from: 'installation' })
  batch.catalogue = await loadCatalogue(batch.tx, installation as Row<'installation'>)
}

type Named =
  | 'classifications'
  | 'products'
  | 'components'
  | 'versions'
  | 'milestones'
  | 'keywords'
  | 'groups'
  | 'fields'
  | 'legal_values'
  | 'flag_types'
  | 'forms'

/** Creates a row of the configuration, or updates the existing one to these columns. */
export async function putRow(
  batch: Batch,
  entity: Named,
  there: { readonly id: number } | undefined,
  columns: PlainRow,
): Promise<{ readonly id: number; readonly outcome: Outcome }> {
  // The record determines the entity, which types cannot express.
  const plain = batch.tx as unknown as PlainWriter
  if (!there) {
    const [id] = await plain.insert(entity, [columns])
    await log(batch, entity, id as number, [['__create__', null, columns['name']]])
    return { id: id as number, outcome: 'created' }
  }
  const now = there as unknown as PlainRow
  const differing = Object.entries(columns).filter(([column, value]) => now[column] !== value)
  if (differing.length === 0) return { id: there.id, outcome: 'same' }
  await plain.update(entity, { col: 'id', eq: there.id }, Object.fromEntries(differing))
  const told = differing.filter(([column]) => !column.endsWith('_folded'))
  await log(
    batch,
    entity,
    there.id,
    told.map(([column, value]) => [column, now[column], value]),
  )
  return { id: there.id, outcome: 'replaced' }
}

/** The outcome of a whole, given the outcomes of its parts. */
export function together(whole: Outcome, parts: readonly Outcome[]): Outcome {
  return whole === 'same' && parts.some((part) => part !== 'same') ? 'replaced' : whole
}

type Change = readonly [field: string, removed: unknown, added: unknown]

/** Records changes of the configuration in the audit log, without a user. */
export async function log(
  { tx, now }: Pick<Batch, 'tx' | 'now'>,
  entity: Named,
  object_id: number,
  changes: readonly Change[],
): Promise<void> {
  const text = (value: unknown) => {
    if (typeof value === 'boolean') return value ? '1' : '0'
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }
  const rows = changes.map(([field, removed, added]) => ({
    class: schema[entity].auditClass,
    object_id,
    user_id: null,
    at: now,
    field,
    removed: text(removed),
    added: text(added),
  }))
  if (rows.length > 0) await tx.insert('audit_log', rows)
}
