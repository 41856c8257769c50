// From a change to messages: whom it concerns is found out once, after the commit, and each of them gets a row of their own.
import type { Writer } from '../../schema/index.js'
import { findCandidates, type Candidate, type PendingChange } from '../recipients/candidates.js'
import { claim, isDue, claimedBy, settle, type Claimant } from './delivery.js'
import { bugChangeFact } from '../../call/mail-fact.js'
import { seenBlocker, seenChange, seenFlag } from '../recipients/seen-by-reader.js'
import { loadMailSnapshot, type MailSnapshot } from '../snapshot/mail-snapshot.js'
import { outgoing, type OutboxRow } from '../../call/mail-outbox.js'
import { readMailContext, writeMailContext, type MailContext } from '../messages/mail-context.js'

/** So many changes are looked at together. */
const batch = 10

/** After so many people others get a turn. */
const turn = 50

/** Who expands, and whether they have nothing else in hand. */
interface Expander {
  readonly me: Claimant
  readonly isIdle: boolean
}

/** Replaces changes by a message for each of those whom they concern. Whether there were any. */
export async function expandChanges(context: MailContext, { me, isIdle }: Expander): Promise<boolean> {
  const where = isDue(context.environment.clock(), ['new'])
  const found = await readMailContext(context, async (tx) =>
    tx.select({ from: 'mail_outbox', where, limit: 1, columns: ['id'] }),
  )
  if (found.length === 0) return false
  const rows = await writeMailContext(context, (tx) =>
    claim(tx, context.environment, me, { state: 'new', most: batch, isIdle }),
  )
  if (rows.length === 0) return false
  const readers = await findReaders(context, rows).catch((error: unknown) => ({
    readers: [],
    failed: new Map(rows.map((row) => [row.id, error])),
  }))
  await writeMailContext(context, (tx) => replace(tx, context, { me, rows, ...readers }))
  return true
}

interface Found {
  readonly readers: readonly Candidate[]
  /** Changes whose readers could not be found, and why. */
  readonly failed: ReadonlyMap<number, unknown>
}

async function findReaders(context: MailContext, rows: readonly OutboxRow[]): Promise<Found> {
  const changes = rows.map(read)
  const { candidates, snapshot } = await readMailContext(context, async (tx, catalogue) => {
    const all = changes.flatMap((change) => ('details' in change ? change : []))
    const concerned = await findCandidates(tx, catalogue, all)
    return {
      candidates: concerned,
      snapshot: await loadMailSnapshot(tx, catalogue, context.environment, needOf(concerned)),
    }
  })
  const failed = new Map(changes.flatMap((change) => ('error' in change ? [[change.id, change.error]] : [])))
  const readers: Candidate[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (index % turn === turn - 1) await new Promise((resolve) => setImmediate(resolve))
    try {
      if (await getsMessage(snapshot, candidate)) readers.push(candidate)
    } catch (error) {
      failed.set(candidate.change.id, error)
    }
  }
  return { readers, failed }
}

function read(row: OutboxRow): PendingChange | { readonly id: number; readonly error: unknown } {
  const details = bugChangeFact.safeParse(row.payload)
  const error = new Error('the outbox holds something else than a change')
  if (!details.success || row.bug_id === null) return { id: row.id, error }
  return { id: row.id, bug_id: row.bug_id, at: row.creation_time, details: details.data }
}

function needOf(candidates: readonly Candidate[]): Parameters<typeof loadMailSnapshot>[3] {
  const allDetails = [...new Set(candidates.map((candidate) => candidate.change))].map((change) => change.details)
  return {
    bugs: [...new Set(candidates.flatMap(({ change, bug_id }) => [change.bug_id, bug_id]))],
    history: allDetails.flatMap((details) => details.history),
    comments: allDetails.flatMap((details) => details.comments),
    attachments: allDetails.flatMap((details) => details.flags.flatMap((flag) => flag.attachment_id ?? [])),
    people: [],
    recipients: candidates.flatMap((candidate) => candidate.user_id ?? []),
  }
}

async function getsMessage(snapshot: MailSnapshot, candidate: Candidate): Promise<boolean> {
  const { user_id, bug_id: bugId } = candidate
  const user = user_id === null ? null : (snapshot.user(user_id) ?? undefined)
  if (user === undefined) return false
  if (candidate.kind === 'flag') return (await seenFlag(snapshot, user, bugId, candidate.payload)) !== undefined
  if (!user) return false
  const reading = { snapshot, user, bugId }
  if (candidate.kind === 'bug') return (await seenChange(reading, candidate.payload)) !== undefined
  return (await seenBlocker(reading, candidate.payload)) !== undefined
}

/** In one transaction, and only for changes that no other process has claimed meanwhile. */
async function replace(
  tx: Writer,
  { environment }: MailContext,
  { me, rows: claimed, readers, failed }: Found & { readonly me: Claimant; readonly rows: readonly OutboxRow[] },
): Promise<void> {
  const where = claimedBy(
    me,
    claimed.map((row) => row.id),
  )
  const left = new Set((await tx.select({ from: 'mail_outbox', where, columns: ['id'] })).map((row) => row.id))
  const rows = readers.flatMap((candidate) => {
    const { change, bug_id, user_id, kind, payload } = candidate
    if (!left.has(change.id) || failed.has(change.id)) return []
    const address = candidate.kind === 'flag' ? candidate.address : null
    return [{ ...outgoing(change.at, { kind, bug_id, user_id, address, payload }), next_attempt: environment.clock() }]
  })
  if (rows.length > 0) await tx.insert('mail_outbox', rows)
  const done = [...left].filter((id) => !failed.has(id))
  await tx.delete('mail_outbox', { col: 'id', in: done })
  for (const row of claimed) {
    if (left.has(row.id) && failed.has(row.id)) await settle(tx, environment, me, row, { error: failed.get(row.id) })
  }
}
