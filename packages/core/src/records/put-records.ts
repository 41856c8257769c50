// What becomes of records: each is checked by itself, and one that is wrong keeps no other back.
import { reloadCatalogue, RecordProblem, type Batch, type Outcome, type PutResult } from './batch.js'
import { putUsers } from './people.js'
import { putBugs } from './put-bugs.js'
import { putContent } from './put-content.js'
import {
  putClassification,
  putField,
  putFlagType,
  putGroup,
  putKeyword,
  putProduct,
  putValue,
  putWorkflow,
} from './put-set-up.js'
import { trackerRecord, type ReadRecord, type RecordOf } from './record.js'

/** Takes over records in their order. */
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

/** What can be taken over together: records of one kind in a row, each thing once. */
function runsOf(records: readonly Read[]): Read[][] {
  const runs: Read[][] = []
  let seen = new Set<number | string>()
  for (const record of records) {
    const run = runs.at(-1)
    const name = record.kind === 'unknown' ? '' : idOf(record)
    if (run && run[0]?.kind === record.kind && (record.kind === 'unknown' || !seen.has(name))) run.push(record)
    else {
      runs.push([record])
      seen = new Set()
    }
    seen.add(name)
  }
  return runs
}

function idOf(record: ReadRecord): number | string {
  if (record.kind === 'bug' || record.kind === 'attachment_content') return record.id
  return record.kind === 'workflow' ? '' : record.name
}

async function putRun(batch: Batch, run: readonly ReadRecord[]): Promise<PutResult[]> {
  const [first] = run
  const told = (put: readonly { readonly outcome: Outcome; readonly problems: readonly string[] }[]): PutResult[] =>
    put.map((one, index) => ({ kind: run[index]?.kind ?? 'unknown', id: idOf(run[index] as ReadRecord), ...one }))
  if (first?.kind === 'bug') return told(await putBugs(batch, run as RecordOf<'bug'>[]))
  if (first?.kind === 'user') return told(await putUsers(batch, run as RecordOf<'user'>[]))
  const results: { outcome: Outcome; problems: string[] }[] = []
  for (const record of run) results.push(await putAlone(batch, record))
  if (first?.kind !== 'attachment_content' && results.some(({ outcome }) => /created|replaced/.test(outcome)))
    await reloadCatalogue(batch)
  return told(results)
}

async function putAlone(batch: Batch, record: ReadRecord): Promise<{ outcome: Outcome; problems: string[] }> {
  try {
    return { outcome: await putOne(batch, record), problems: [] }
  } catch (error) {
    if (error instanceof RecordProblem) return { outcome: 'refused', problems: [error.message] }
    throw error
  }
}

async function putOne(batch: Batch, record: ReadRecord): Promise<Outcome> {
  switch (record.kind) {
    case 'group':
      return putGroup(batch, record)
    case 'classification':
      return putClassification(batch, record)
    case 'keyword':
      return putKeyword(batch, record)
    case 'field':
      return putField(batch, record)
    case 'value':
      return putValue(batch, record)
    case 'workflow':
      return putWorkflow(batch, record)
    case 'product':
      return putProduct(batch, record)
    case 'flag_type':
      return putFlagType(batch, record)
    case 'attachment_content':
      return putContent(batch, record)
    case 'user':
    case 'bug':
      throw new Error(`${record.kind}s are taken over together`)
  }
}
