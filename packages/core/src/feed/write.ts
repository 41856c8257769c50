// The one way entries of the change feed come into being: nothing else sets the counter.
import { payloadOf, type BugDetails, type ChangeEvent } from '../call/change-event.js'
import type { NewRow, Writer } from '../schema/index.js'

/** The one row of the installation. */
const theInstallation = { col: 'id', eq: 1 } as const

/**
 * Writes the change events of one operation as entries. The counter is a column and not an assigned key: two transactions that set it
 * cannot both commit from the same value, so entries are numbered in the order of the commits, without gaps.
 *
 * @param last the number of the last entry, as this transaction sees it
 */
export async function writeEntries(tx: Writer, last: number, all: readonly ChangeEvent[]): Promise<void> {
  if (all.length === 0) return
  const changeEvents = oneForEachBug(all)
  const set = last + 1
  const rows = changeEvents.map((event, index) => entryOf(event, set + index, set))
  // Together, so that a database behind a network gets them in one go.
  await Promise.all([
    tx.update('installation', theInstallation, { change_seq: last + rows.length }),
    tx.insert('changes', rows),
  ])
}

function entryOf(event: ChangeEvent, seq: number, set: number): NewRow<'changes'> {
  const { kind, at, user_id } = event
  const ofBug = kind !== 'administration'
  return {
    seq,
    at,
    user_id,
    kind,
    bug_id: ofBug ? event.bug_id : null,
    set,
    was_public: ofBug && event.was_public,
    payload: payloadOf(event),
  }
}

/** An operation may change a bug in several steps. */
function oneForEachBug(changeEvents: readonly ChangeEvent[]): ChangeEvent[] {
  if (changeEvents.length === 1) return [...changeEvents]
  const merged = new Map<number | ChangeEvent, ChangeEvent>()
  for (const event of changeEvents) {
    const key = event.kind === 'bug' ? event.bug_id : event
    const earlier = merged.get(key)
    merged.set(key, earlier?.kind === 'bug' && event.kind === 'bug' ? mergeEvents(earlier, event) : event)
  }
  return [...merged.values()]
}

type OfBug = ChangeEvent & { readonly kind: 'bug' }

function mergeEvents(one: OfBug, other: OfBug): OfBug {
  const [a, b] = [one.details, other.details]
  const moved_from = a.moved_from ?? b.moved_from
  const details: BugDetails = {
    is_new: a.is_new,
    open_changed: a.open_changed !== b.open_changed,
    is_bulk: a.is_bulk && b.is_bulk,
    is_import: a.is_import && b.is_import,
    history: [...a.history, ...b.history],
    comments: [...a.comments, ...b.comments],
    attachments: [...a.attachments, ...b.attachments],
    code_links: [...a.code_links, ...b.code_links],
    is_unlinked: a.is_unlinked || b.is_unlinked,
    rewritten: {
      comments: [...a.rewritten.comments, ...b.rewritten.comments],
      attachments: [...a.rewritten.attachments, ...b.rewritten.attachments],
    },
    mentioned: [...a.mentioned, ...b.mentioned],
    gained: mergePeople(a.gained, b.gained),
    lost: mergePeople(a.lost, b.lost),
    ...(moved_from && { moved_from }),
    flags: [...a.flags, ...b.flags],
  }
  return { ...one, is_public: other.is_public, details }
}

function mergePeople(a: BugDetails['gained'], b: BugDetails['gained']): BugDetails['gained'] {
  return {
    assigned_to: [...a.assigned_to, ...b.assigned_to],
    qa_contact: [...a.qa_contact, ...b.qa_contact],
    cc: [...a.cc, ...b.cc],
  }
}
