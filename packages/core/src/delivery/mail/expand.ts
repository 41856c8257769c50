// Turns entries of the change feed into messages. Recipients are determined once, after the commit; each gets a
// separate message.
import { bugChangeEvent } from '../../call/change-event.js'
import { outgoing } from '../../call/mail-outbox.js'
import { isTroubleOfStore } from '../../call/store-errors.js'
import { moveCursor, readCursor } from '../../feed/cursors.js'
import { readEntries, type Entry } from '../../feed/read.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { NewRow, Reader, Row, Writer } from '../../schema/index.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import type { Claimed } from './delivery.js'
import type { Prepared } from '../../mail/messages/compose.js'
import type { Content } from '../../mail/messages/content.js'
import type { MailContext } from '../../mail/messages/mail-context.js'
import { needOf } from '../../mail/messages/need.js'
import { findCandidates, type Candidate, type PendingChange } from '../../mail/recipients/candidates.js'
import { seenBlocker, seenChange, seenFlag } from '../../mail/recipients/seen-by-reader.js'
import { loadChoices, loadMailSnapshot, type MailSnapshot, type Need } from '../../mail/snapshot/mail-snapshot.js'

/** Number of entries processed together. */
const batch = 50

/** Number of recipients processed before yielding to other work. */
const turn = 50

const nothing: Claimed = { rows: [], isMore: false }

/** Entries of the change feed, with what their messages need. */
export interface Pending {
  /** The last entry before, and the last one of these. */
  readonly from: number
  readonly to: number
  readonly isMore: boolean
  readonly candidates: readonly Candidate[]
  readonly found?: { readonly need: Need; readonly snapshot: MailSnapshot }
  readonly versions: string
}

interface Expanded {
  /** There may be more entries. */
  readonly isMore: boolean
  readonly claimed: Claimed
  /** For the claimed messages, if they can be made of what has been read. */
  readonly prepared?: Prepared | undefined
}

interface Created extends Claimed {
  /** The claimed messages are the first of the created ones. */
  readonly areCreated: boolean
}

/** Creates messages, and claims some that are due. */
export type Create = (tx: Writer, messages: readonly NewRow<'mail_outbox'>[]) => Promise<Created>

/**
 * Creates the messages for the next entries of the change feed, and claims due messages in the same transaction.
 * `pending`: the entries, if they have been read.
 */
export async function expandEntries(context: MailContext, create: Create, pending?: Pending): Promise<Expanded> {
  try {
    return await expandNext(context, pending ?? (await readPending(context, batch)), create)
  } catch (error) {
    if (isTroubleOfStore(error)) throw error
    // One of the entries causes the error, or the claim. Process them one by one and skip only that one.
    const last = await readInBackground(context, (tx) => readCursor(tx, 'mail'))
    const createOnly: Create = async (tx, messages) => {
      await tx.insert('mail_outbox', messages)
      return { rows: [], isMore: true, areCreated: false }
    }
    return readPending(context, 1)
      .then((next) => expandNext(context, next, createOnly))
      .catch((failure: unknown) => passOver(context, last, failure))
  }
}

function readPending(context: MailContext, most: number): Promise<Pending | undefined> {
  return readInBackground(context, async (tx, catalogue, installation) =>
    loadPending(tx, catalogue, context, { installation, from: await readCursor(tx, 'mail'), most }),
  )
}

/** Loads at most `most` entries after `from`. Undefined if there are none. */
export async function loadPending(
  tx: Reader,
  catalogue: Catalogue,
  context: MailContext,
  { installation, from, most = batch }: { installation: Row<'installation'>; from: number; most?: number },
): Promise<Pending | undefined> {
  const { change_seq } = installation
  if (from >= change_seq) return undefined
  const to = Math.min(from + most, change_seq)
  const changes = (await readEntries(tx, from, to)).flatMap((entry) => readChange(context, entry))
  const base = { from, to, isMore: to < change_seq, versions: versionsOf(installation) }
  if (changes.length === 0) return { ...base, candidates: [] }
  const { candidates, known } = await findCandidates(tx, catalogue, { changes, last: change_seq })
  const need = needOf(candidates.map(({ bug_id, user_id, ...content }) => ({ bug_id, user_id, content })))
  const snapshot = await loadMailSnapshot(tx, catalogue, context.environment, need, known)
  return { ...base, candidates, found: { need, snapshot } }
}

/** The same text while bugs, the configuration and people do not change. */
function versionsOf({ change_seq, feed_epoch, catalogue_version, identity_version }: Row<'installation'>): string {
  return [change_seq, feed_epoch, catalogue_version, identity_version].join(' ')
}

/** Creates the messages and moves past the entries. */
async function expandNext(context: MailContext, pending: Pending | undefined, create: Create): Promise<Expanded> {
  if (!pending) return { isMore: false, claimed: nothing }
  const { from, to, isMore, candidates, found } = pending
  const readers = found ? await findReaders(context, candidates, found.snapshot) : []
  return writeInBackground(context, async (tx, now, installation) => {
    // Another process may have been faster.
    if ((await readCursor(tx, 'mail')) !== from) return { isMore: true, claimed: nothing }
    await moveCursor(tx, 'mail', to, now)
    if (readers.length === 0 || !found || !installation) return { isMore, claimed: nothing }
    const { areCreated, ...claimed } = await create(tx, readers.map(messageTo(now)))
    const isStill = areCreated && versionsOf(installation) === pending.versions && (await isChosen(tx, found))
    const contents = readers.slice(0, claimed.rows.length).map(({ content }) => content)
    return { isMore, claimed, prepared: isStill ? { snapshot: found.snapshot, contents } : undefined }
  })
}

/** Returns true if the recipients still want the same email. */
async function isChosen(tx: Reader, { need, snapshot }: NonNullable<Pending['found']>): Promise<boolean> {
  return JSON.stringify(await loadChoices(tx, need)) === JSON.stringify(snapshot.choices)
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

/** A candidate who gets a message. */
interface FoundReader {
  readonly candidate: Candidate
  readonly content: Content
}

async function findReaders(
  { environment }: MailContext,
  candidates: readonly Candidate[],
  snapshot: MailSnapshot,
): Promise<FoundReader[]> {
  const readers: FoundReader[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (index % turn === turn - 1) await new Promise((resolve) => setImmediate(resolve))
    // It is looked at again when the message is made: errors then appear in the outbox.
    const content = await contentFor(snapshot, candidate).catch((error: unknown) => {
      environment.logger.warn('email: cannot determine the recipients', { bug_id: candidate.bug_id, error })
      return candidate
    })
    if (content) readers.push({ candidate, content })
  }
  return readers
}

/** Returns the content with what the candidate sees of it; undefined if they get no message. */
async function contentFor(snapshot: MailSnapshot, candidate: Candidate): Promise<Content | undefined> {
  const { user_id, bug_id: bugId } = candidate
  const user = user_id === null ? null : (snapshot.user(user_id) ?? undefined)
  if (user === undefined) return undefined
  if (candidate.kind === 'flag') {
    const { kind, payload } = candidate
    const seen = await seenFlag(snapshot, user, bugId, payload)
    return seen && { kind, payload, seen }
  }
  if (!user) return undefined
  const reading = { snapshot, user, bugId }
  if (candidate.kind === 'bug') {
    const { kind, payload } = candidate
    const seen = await seenChange(reading, payload)
    return seen && { kind, payload, seen }
  }
  const { kind, payload } = candidate
  const seen = await seenBlocker(reading, payload)
  return seen && { kind, payload, seen }
}

function messageTo(now: Date) {
  return ({ candidate }: FoundReader) => {
    const { change, bug_id, user_id, kind, payload } = candidate
    const address = candidate.kind === 'flag' ? candidate.address : null
    return { ...outgoing(change.at, { kind, bug_id, user_id, address, payload }), next_attempt: now }
  }
}
