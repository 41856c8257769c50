// Imports records of any kind. Each is checked separately, and an invalid one does not hold up others.
import { fold } from '../../store/index.js'
import { reloadCatalogue, RecordProblem, type Batch, type Outcome, type Put, type PutResult } from './batch.js'
import { putUsers } from './people.js'
import { putBugs } from './put-bugs.js'
import { putFlagType } from './put-flag-types.js'
import { putPersonal } from './put-personal.js'
import { putContent } from './put-content.js'
import { putField, putValue, putWorkflow } from './put-fields.js'
import { putClassification, putGroup, putGroupControl, putKeyword, putProduct } from './put-configuration.js'
import { trackerRecord, type ReadRecord, type RecordKind, type RecordOf } from './record.js'

/** Imports records in their order. */
export async function putRecords(batch: Batch, records: readonly unknown[]): Promise<PutResult[]> {
  const results: PutResult[] = []
  for (const run of runsOf(records.map(read))) {
    const [first] = run
    if (first && 'problem' in first) results.push(...run.flatMap((one) => ('problem' in one ? one.problem : [])))
    else results.push(...(await putRun(batch, run as readonly ReadRecord[])))
  }
  return results
}

type Read = ReadRecord | { readonly kind: 'unknown'; readonly problem: PutResult }

function read(given: unknown): Read {
  const parsed = trackerRecord.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  const problem = `${where === '' ? 'the record' : where}: ${issue?.message ?? 'is not valid'}`
  return { kind: 'unknown', problem: { kind: 'unknown', id: nameIn(given), outcome: 'refused', problems: [problem] } }
}

function nameIn(given: unknown): string {
  if (typeof given !== 'object' || given === null) return ''
  const { kind, id, name } = given as Readonly<Record<string, unknown>>
  return [kind, id ?? name]
    .filter((word) => typeof word === 'string' || typeof word === 'number')
    .join(' ')
    .slice(0, 100)
}

/**
 * Groups records that can be imported together: consecutive records of one kind, without duplicates, and without fields that depend on
 * others.
 */
function runsOf(records: readonly Read[]): Read[][] {
  const runs: Read[][] = []
  let seen = new Set<number | string>()
  for (const record of records) {
    const run = runs.at(-1)
    const name = record.kind === 'unknown' ? '' : keyOf(record)
    const isNext = run?.[0]?.kind === record.kind && !isControlled(record)
    if (isNext && (record.kind === 'unknown' || !seen.has(name))) run.push(record)
    else {
      runs.push([record])
      seen = new Set()
    }
    seen.add(name)
  }
  return runs
}

function isControlled(record: Read): boolean {
  return record.kind === 'field' && Boolean(record.visibility_field ?? record.value_field)
}

function idOf(record: ReadRecord): number | string {
  if (record.kind === 'bug' || record.kind === 'attachment_content') return record.id
  if (record.kind === 'group_control') return `${record.group} in ${record.product}`
  if (record.kind === 'personal') return record.user
  return record.kind === 'workflow' ? '' : record.name
}

/** Names that differ only in case are one. */
function keyOf(record: ReadRecord): number | string {
  const id = idOf(record)
  return typeof id === 'string' ? fold(id) : id
}

async function putRun(batch: Batch, run: readonly ReadRecord[]): Promise<PutResult[]> {
  const results = await putAll(batch, run)
  return results.map((one, index) => {
    const record = run[index] as ReadRecord
    return { kind: record.kind, id: idOf(record), ...one }
  })
}

async function putAll(batch: Batch, run: readonly ReadRecord[]): Promise<Put[]> {
  const kind = run[0]?.kind
  if (kind === 'bug') return putBugs(batch, run as RecordOf<'bug'>[])
  if (kind === 'user') return putUsers(batch, run as RecordOf<'user'>[])
  const results: Put[] = []
  for (const record of run) results.push(await putAlone(batch, record as RecordOf<KindAlone>))
  const isConfiguration = kind !== 'attachment_content' && kind !== 'personal'
  if (isConfiguration && results.some(({ outcome }) => outcome === 'created' || outcome === 'replaced'))
    await reloadCatalogue(batch)
  return results
}

type KindAlone = Exclude<RecordKind, 'bug' | 'user'>

/** The importers of kinds that are imported one record at a time. */
const writers: { readonly [K in KindAlone]: (batch: Batch, record: RecordOf<K>) => Promise<Outcome | Put> } = {
  group: putGroup,
  classification: putClassification,
  keyword: putKeyword,
  field: putField,
  value: putValue,
  workflow: putWorkflow,
  product: putProduct,
  flag_type: putFlagType,
  group_control: putGroupControl,
  attachment_content: putContent,
  personal: putPersonal,
}

async function putAlone(batch: Batch, record: RecordOf<KindAlone>): Promise<Put> {
  const write = writers[record.kind] as (batch: Batch, record: RecordOf<KindAlone>) => Promise<Outcome | Put>
  try {
    const put = await write(batch, record)
    return typeof put === 'string' ? { outcome: put, problems: [] } : put
  } catch (error) {
    if (error instanceof RecordProblem) return { outcome: 'refused', problems: [error.message] }
    throw error
  }
}
