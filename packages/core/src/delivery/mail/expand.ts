// Turns entries of the change feed into messages. Recipients are determined once, after the commit; each gets a
// separate message.
import { bugChangeEvent } from '../../call/change-event.js'
import { outgoing } from '../../call/mail-outbox.js'
import { isTroubleOfStore } from '../../call/store-errors.js'
import { moveCursor, readCursor } from '../../feed/cursors.js'
import { readEntries, type Entry } from '../../feed/read.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { Reader, Writer } from '../../schema/index.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import type { Claimed } from './send.js'
import type { MailContext } from '../../mail/messages/mail-context.js'
import { findCandidates, type Candidate, type Pending, type PendingChange } from '../../mail/recipients/candidates.js'
import { seenBlocker, seenChange, seenFlag } from '../../mail/recipients/seen-by-reader.js'
import { loadMailSnapshot, type MailSnapshot } from '../../mail/snapshot/mail-snapshot.js'

/** Number of entries processed together. */
const batch = 50

/** Number of recipients processed before yielding to other work. */
const turn = 50

const nothing: Claimed = { rows: [], isMore: false }

interface Expanded {
  /** There may be more entries. */
  readonly isMore: boolean
  readonly claimed: Claimed
}

type Claim = (tx: Writer) => Promise<Claimed>

/** Creates the messages for the next entries of the change feed, and claims due messages in the same transaction. */
export async function expandEntries(context: MailContext, claim: Claim): Promise<Expanded> {
  try {
    return await expandNext(context, batch, claim)
  } catch (error) {
    if (isTroubleOfStore(error)) throw error
    // One of the entries causes the error, or the claim. Process them one by one and skip only that one.
    const last = await readInBackground(context, (tx) => readCursor(tx, 'mail'))
    const claimLater = async () => Promise.resolve({ rows: [], isMore: true })
    return expandNext(context, 1, claimLater).catch((failure: unknown) => passOver(context, last, failure))
  }
}

/** Creates the messages for at most `most` entries and moves past them. */
async function expandNext(context: MailContext, most: number, claim: Claim): Promise<Expanded> {
  const found = await readInBackground(context, async (tx, catalogue, { change_seq }) => {
    const from = await readCursor(tx, 'mail')
    if (from >= change_seq) return undefined
    const to = Math.min(from + most, change_seq)
    const changes = (await readEntries(tx, from, to)).flatMap((entry) => readChange(context, entry))
    const found = await loadCandidates(tx, catalogue, context, { changes, last: change_seq })
    return { from, to, isMore: to < change_seq, ...found }
  })
  if (!found) return { isMore: false, claimed: nothing }
  const { from, to, isMore, candidates, snapshot } = found
  const readers = snapshot ? await findReaders(context, candidates, snapshot) : []
  return writeInBackground(context, async (tx, now) => {
    // Another process may have been faster.
    if ((await readCursor(tx, 'mail')) !== from) return { isMore: true, claimed: nothing }
    if (readers.length > 0) await tx.insert('mail_outbox', readers.map(messageTo(now)))
    await moveCursor(tx, 'mail', to, now)
    return { isMore, claimed: readers.length > 0 ? await claim(tx) : nothing }
  })
}

/** Skips the entry after `last`, unless another process has moved past it. */
async function passOver(context: MailContext, last: number, error: unknown): Promise<Expanded> {
  if (isTroubleOfStore(error)) throw error
  await writeInBackground(context, async (tx, now) => {
    if ((await readCursor(tx, 'mail')) !== last) return
    const seq = last + 1
    context.environment.logger.error('email: cannot process an entry of the change feed', { seq, error })
    await moveCursor(tx, 'mail', seq, now)
  })
  return { isMore: true, claimed: nothing }
}

/** Returns an empty list for entries that cause no mail. */
function readChange({ environment }: MailContext, entry: Entry): PendingChange[] {
  const { seq, kind, bug_id, user_id, at, payload } = entry
  if (kind !== 'bug' || bug_id === null || user_id === null) return []
  const details = bugChangeEvent.safeParse(payload)
  if (!details.success) {
    environment.logger.error('an entry of the change feed cannot be read', { seq })
    return []
  }
  return details.data.is_bulk && details.data.mentioned.length === 0
    ? []
    : [{ seq, bug_id, at, by: user_id, details: details.data }]
}

async function loadCandidates(tx: Reader, catalogue: Catalogue, { environment }: MailContext, pending: Pending) {
  if (pending.changes.length === 0) return { candidates: [] }
  const candidates = await findCandidates(tx, catalogue, pending)
  return { candidates, snapshot: await loadMailSnapshot(tx, catalogue, environment, needOf(candidates)) }
}

function needOf(candidates: readonly Candidate[]): Parameters<typeof loadMailSnapshot>[3] {
  const allDetails = [...new Set(candidates.map((candidate) => candidate.change))].map((change) => change.details)
  return {
    bugs: [...new Set(candidates.flatMap(({ change, bug_id }) => [change.bug_id, bug_id]))],
    fields: 'none',
    history: allDetails.flatMap((details) => details.history),
    comments: allDetails.flatMap((details) => [
      ...details.comments,
      ...(details.mentioned.length > 0 ? details.rewritten.comments : []),
    ]),
    attachments: allDetails.flatMap((details) => details.flags.flatMap((flag) => flag.attachment_id ?? [])),
    people: [],
    recipients: candidates.flatMap((candidate) => candidate.user_id ?? []),
  }
}

async function findReaders(
  { environment }: MailContext,
  candidates: readonly Candidate[],
  snapshot: MailSnapshot,
): Promise<Candidate[]> {
  const readers: Candidate[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (index % turn === turn - 1) await new Promise((resolve) => setImmediate(resolve))
    // It is checked again before the message is made: errors then appear in the outbox.
    const gets = await getsMessage(snapshot, candidate).catch((error: unknown) => {
      environment.logger.warn('email: cannot determine the recipients', { bug_id: candidate.bug_id, error })
      return true
    })
    if (gets) readers.push(candidate)
  }
  return readers
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

function messageTo(now: Date) {
  return (candidate: Candidate) => {
    const { change, bug_id, user_id, kind, payload } = candidate
    const address = candidate.kind === 'flag' ? candidate.address : null
    return { ...outgoing(change.at, { kind, bug_id, user_id, address, payload }), next_attempt: now }
  }
}
