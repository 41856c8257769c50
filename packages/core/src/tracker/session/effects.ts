// The effects of one run of an operation beside its rows: for listeners, readers of the change feed, and receivers of email.
import type { FindFacts, MailFact, MailNotes } from '../../call/mail-fact.js'
import { writeFacts } from '../../call/mail-outbox.js'
import type { ChangeEvent } from '../../call/change-event.js'
import type { Call } from '../../call/context.js'
import type { AnyOperation } from '../../call/define/operation.js'
import { writeEntries } from '../../feed/write.js'
import type { TrackerEvent } from '../../kernel/events.js'
import type { Writer } from '../../schema/index.js'

export interface Effects {
  readonly events: TrackerEvent[]
  readonly changeEvents: ChangeEvent[]
  readonly facts: MailFact[]
  /** Looked up after the answer. */
  readonly factFinders: FindFacts[]
  isMailDue: boolean
  isRequestDue: boolean
}

export function noEffects(): Effects {
  return { events: [], changeEvents: [], facts: [], factFinders: [], isMailDue: false, isRequestDue: false }
}

/** The methods of a call that record its effects. `isKept`: email is sent. `trace`: the trace of the request. */
export function notesFor(
  effects: Effects,
  isKept: boolean,
  trace: string | undefined,
): Pick<Call, 'emit' | 'recordChange' | 'mail' | 'wakeWebhooks'> {
  const mail: MailNotes = {
    isKept,
    record(fact) {
      if (isKept) effects.facts.push(fact)
    },
    findOut: (find) => void effects.factFinders.push(find),
    wakeDispatcher() {
      effects.isMailDue = true
    },
  }
  return {
    emit: (...event) => void effects.events.push(event),
    recordChange: (event) => void effects.changeEvents.push(event.kind === 'bug' ? { ...event, trace } : event),
    mail,
    wakeWebhooks() {
      effects.isRequestDue = true
    },
  }
}

/** Writes the stored effects, as the last step of an operation in its transaction. */
export async function writeEffects(
  tx: Writer,
  now: Date,
  { facts, changeEvents }: Effects,
  lastChange: number,
): Promise<void> {
  await Promise.all([writeFacts(tx, now, facts), writeEntries(tx, lastChange, changeEvents)])
}

/** Returns true if there may be email to send. */
export function concernsMail({ isMailDue, facts, changeEvents }: Effects): boolean {
  return isMailDue || facts.length > 0 || changeEvents.some(isToldByMail)
}

function isToldByMail(event: ChangeEvent): boolean {
  return event.kind === 'bug' && (!event.details.is_bulk || event.details.mentioned.length > 0)
}

/** Returns true if there may be webhook requests to send. */
export function concernsWebhooks({ isRequestDue, changeEvents }: Effects): boolean {
  return isRequestDue || changeEvents.some((event) => event.kind !== 'administration')
}

/** Returns true if anything was erased. */
export function concernsErasure({ changeEvents }: Effects): boolean {
  return changeEvents.some((event) => event.kind === 'administration' && event.details.class === 'Erasure')
}

export function addEffects(all: Effects, { events, changeEvents, facts, isMailDue, isRequestDue }: Effects): void {
  // Loops: one `push` of very many would exhaust the stack.
  for (const event of events) all.events.push(event)
  for (const event of changeEvents) all.changeEvents.push(event)
  for (const fact of facts) all.facts.push(fact)
  all.isMailDue ||= isMailDue
  all.isRequestDue ||= isRequestDue
}

/** @throws Error for an event without an entry of the change feed */
export function requireEntries({ name }: AnyOperation, { events, changeEvents }: Effects): void {
  const written = new Set(
    changeEvents.map((event) => (event.kind === 'administration' ? objectOf(event.details) : `${event.bug_id}`)),
  )
  for (const [event, about] of events) {
    if (!written.has('bug_id' in about ? `${about.bug_id}` : objectOf(about)))
      throw new Error(`${name} emits ${event}, but writes no entry of the change feed`)
  }
}

function objectOf(about: { readonly class: string; readonly object_id: number }): string {
  return `${about.class} ${about.object_id}`
}
