// Imports bugs with all their data. Rules for changes do not apply, but every invariant of the store holds.
import { newBugRow, type GivenColumns } from '../../domain/bugs/fields/bug-row.js'
import { peopleOfRecord } from '../../domain/bugs/fields/record.js'
import { percentageComplete, roundHours } from '../../domain/comments/hours.js'
import { readFeedState } from '../../feed/position.js'
import { writeEntries } from '../../feed/write.js'
import type { Row } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { fingerprintOf, isSameBug, RecordProblem, type Batch, type Outcome, type Put } from './batch.js'
import { askRules, RefusedByRule } from './ask-rules.js'
import { columnsOfRecord } from './columns-of-record.js'
import { findPeople } from './people.js'
import type { NewParts, Planned } from './planned.js'
import { flagTypeIds } from './put-flag-types.js'
import { writeParts } from './put-bug-parts.js'
import type { BugRecord } from './record.js'
import { resolveBug } from './resolve-bug.js'
import { putDuplicates } from './put-duplicates.js'
import { takenOut } from './erased-items.js'

/** Imports bugs with distinct IDs. Records that have not changed since the last import are skipped. */
export async function putBugs(batch: Batch, bugs: readonly BugRecord[]): Promise<Put[]> {
  const there = await loadThere(batch, bugs)
  const typeIds = await flagTypeIds(batch)
  const results: Put[] = []
  const planned: Planned[] = []
  for (const bug of bugs) {
    const problems: string[] = []
    try {
      const outcome = outcomeOf(batch, bug, there)
      if (outcome === 'created' || outcome === 'replaced') {
        const place = resolveBug(batch.catalogue, bug, typeIds)
        requireFree(bug, there)
        await askRules(batch, bug)
        const before = there.bugs.get(bug.id)
        const wasPublic = before?.group_count === 0
        planned.push({ bug, place, isNew: outcome === 'created', wasPublic, problems })
        claim(bug, there)
      }
      results.push({ outcome, problems })
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error
      const refusal = error instanceof RefusedByRule && { refusal: error.refusal }
      results.push({ outcome: 'refused', problems: [error.message], ...refusal })
    }
  }
  if (planned.length > 0) await writeBugs(batch, planned)
  return results
}

/** The stored rows of these bugs, and the owners of the IDs of their parts. */
interface There {
  readonly bugs: ReadonlyMap<number, Pick<Row<'bugs'>, 'id' | 'last_change_time' | 'group_count'>>
  readonly refs: ReadonlyMap<number, Row<'import_refs'>>
  /** `comment 7` and the like → the bug that has it. */
  readonly holders: Map<string, number>
  /** `bug 7` if it was deleted or a comment of it was erased, and `attachment 7` if its content was erased. */
  readonly takenOut: ReadonlySet<string>
}

async function loadThere({ tx, source }: Batch, records: readonly BugRecord[]): Promise<There> {
  const inIds = { col: 'id', in: records.map(({ id }) => id) } as const
  const columns = ['id', 'last_change_time', 'group_count'] as const
  const bugs = await tx.select({ from: 'bugs', where: inIds, columns })
  const ofSource = [{ col: 'source', eq: source } as const, { col: 'kind', eq: 'bug' } as const]
  const refs = await tx.select({ from: 'import_refs', where: { and: [...ofSource, inIds] } })
  const holders = new Map<string, number>()
  const attachmentIds = records.flatMap((bug) => bug.attachments.map(({ id }) => id))
  const comments = await tx.select({
    from: 'comments',
    where: {
      or: [
        { col: 'bug_id', in: bugs.map(({ id }) => id) },
        { col: 'id', in: records.flatMap((bug) => bug.comments.flatMap(({ id }) => id ?? [])) },
      ],
    },
    columns: ['id', 'bug_id'],
  })
  for (const { id, bug_id } of comments) holders.set(`comment ${id}`, bug_id)
  const attachments = { col: 'id', in: attachmentIds } as const
  for (const { id, bug_id } of await tx.select({ from: 'attachments', where: attachments, columns: ['id', 'bug_id'] }))
    holders.set(`attachment ${id}`, bug_id)
  const redacted = await takenOut(
    tx,
    'comment',
    comments.map(({ id }) => id),
  )
  const gone = [
    ...comments.flatMap(({ id, bug_id }) => (redacted.has(id) ? [`bug ${bug_id}`] : [])),
    ...Array.from(await takenOut(tx, 'attachment', attachmentIds), (id) => `attachment ${id}`),
    ...Array.from(await takenOut(tx, 'bug', inIds.in), (id) => `bug ${id}`),
  ]
  const aliases = records.flatMap((bug) => bug.alias.map(fold))
  if (aliases.length > 0)
    for (const row of await tx.select({ from: 'bug_aliases', where: { col: 'alias_folded', in: aliases } }))
      holders.set(`alias ${row.alias_folded}`, row.bug_id)
  return {
    bugs: new Map(bugs.map((row) => [row.id, row])),
    refs: new Map(refs.map((row) => [row.id, row])),
    holders,
    takenOut: new Set(gone),
  }
}

/**
 * @throws RecordProblem for the ID of another bug, and for bugs that were changed or removed here since their import
 */
function outcomeOf({ source, overwrites }: Batch, bug: BugRecord, { bugs, refs }: There): Outcome {
  const [there, ref] = [bugs.get(bug.id), refs.get(bug.id)]
  if (!ref && there) throw new RecordProblem(`there is a bug of that number that did not come from ${source}`)
  if (!ref) return 'created'
  if (!there) throw new RecordProblem('it was removed here')
  if (isSameBug(bug, ref.fingerprint)) return 'same'
  if (!overwrites && ref.changed?.getTime() !== there.last_change_time.getTime())
    throw new RecordProblem('it was changed here since it came, and there since then')
  return 'replaced'
}

function partsOf(bug: BugRecord): string[] {
  return [
    ...bug.comments.flatMap(({ id }) => (id === undefined ? [] : [`comment ${id}`])),
    ...bug.attachments.map(({ id }) => `attachment ${id}`),
    ...bug.alias.map((alias) => `alias ${fold(alias)}`),
  ]
}

function requireFree(bug: BugRecord, { holders, takenOut: gone }: There): void {
  const parts = partsOf(bug)
  if ([`bug ${bug.id}`, ...parts].some((part) => gone.has(part)))
    throw new RecordProblem('parts of it were erased here')
  const taken = parts.find((part) => holders.has(part) && holders.get(part) !== bug.id)
  if (taken !== undefined) throw new RecordProblem(`its ${taken} is one of bug ${holders.get(taken)} here`)
  if (new Set(parts).size < parts.length)
    throw new RecordProblem('it has two comments, attachments or aliases that are one')
}

function claim(bug: BugRecord, { holders }: There): void {
  for (const part of partsOf(bug)) holders.set(part, bug.id)
}

async function writeBugs(batch: Batch, planned: readonly Planned[]): Promise<void> {
  const { tx, source } = batch
  const people = await findPeople(
    batch,
    planned.flatMap(({ bug }) => loginsOf(bug)),
  )
  const rows = planned.map((one) => rowOf(one, (login) => people.get(fold(login)) as number))
  await tx.put('bugs', rows)
  await tx.put(
    'import_refs',
    planned.map(({ bug }) => ({
      source,
      kind: 'bug',
      id: bug.id,
      fingerprint: fingerprintOf(bug),
      changed: bug.last_change_time,
    })),
  )
  await putDuplicates(batch, planned)
  const news = await writeParts(batch, planned, people)
  await tellFeed(batch, planned, news)
}

function loginsOf(bug: BugRecord): string[] {
  const flags = [...bug.flags, ...bug.attachments.flatMap((one) => one.flags)]
  return [
    ...peopleOfRecord(bug),
    ...bug.comments.flatMap(({ creator, tag_history = [], reactions = [] }) => [
      creator,
      ...tag_history.map(({ who }) => who),
      ...reactions.map(({ user }) => user),
    ]),
    ...bug.history.map(({ who }) => who),
    ...bug.attachments.map(({ creator }) => creator),
    ...flags.flatMap((flag) => [flag.setter, flag.requestee ?? '']),
  ]
}

type Stored = string | boolean | Date

const asItIs = (given: Stored) => given
const orNone = (given: string | number | null | undefined) => given ?? null

function rowOf({ bug, place }: Planned, idOf: (login: string) => number): Row<'bugs'> {
  const actual_time = roundHours(bug.comments.reduce((sum, { work_time }) => sum + work_time, 0))
  const remaining_time = roundHours(bug.remaining_time)
  const given = {
    ...place.columns,
    ...columnsOfRecord(bug, {
      ...{ text: asItIs, switch: asItIs, time: asItIs, day: orNone, bugs: orNone, hours: roundHours },
      person: (login: string | null | undefined) => (login ? idOf(login) : null),
    }),
    group_count: place.groups.length,
    actual_time,
    percentage_complete: percentageComplete(actual_time, remaining_time),
    comment_count: Math.max(1, bug.comments.length),
    public_comment_count: bug.comments.length === 0 ? 1 : bug.comments.filter(({ is_private }) => !is_private).length,
    // Changes made elsewhere send no email.
    last_mail_time: bug.last_change_time,
  }
  return { ...newBugRow(given as GivenColumns & typeof given), id: bug.id }
}

/** Writes entries without a user, which the mail reader of the feed skips. */
async function tellFeed(
  { tx, now }: Batch,
  planned: readonly Planned[],
  news: ReadonlyMap<number, NewParts>,
): Promise<void> {
  const nobody = { assigned_to: [], qa_contact: [], cc: [] }
  const changeEvents = planned.map(({ bug, place, isNew, wasPublic }) => ({
    kind: 'bug' as const,
    at: now,
    user_id: null,
    bug_id: bug.id,
    was_public: wasPublic,
    is_public: place.groups.length === 0,
    details: {
      is_new: isNew,
      open_changed: false,
      is_bulk: true,
      is_import: true,
      history: [...(news.get(bug.id)?.history ?? [])],
      comments: [...(news.get(bug.id)?.comments ?? [])],
      attachments: [...(news.get(bug.id)?.attachments ?? [])],
      code_links: [],
      is_unlinked: false,
      rewritten: { comments: [], attachments: [] },
      mentioned: [],
      gained: nobody,
      lost: nobody,
      flags: [],
    },
  }))
  await writeEntries(tx, (await readFeedState(tx)).change_seq, changeEvents)
}
