import type { Logger } from './environment.js'
import { requireKind } from './renamed-options.js'

/** One changed field of a bug, as in its history. */
export interface Change {
  readonly field_name: string
  readonly removed: string
  readonly added: string
  readonly attachment_id?: number
  readonly comment_id?: number
  /** The name of the rule that made the change. */
  readonly rule?: string
}

/** One side of a changed flag. */
export interface FlagState {
  /** '?', '+' or '-'. */
  readonly status: string
  readonly setter_id: number
  /** The requestee. */
  readonly requestee_id: number | null
}

/** Event payloads by name. Fired after the commit and not filtered by visibility. */
export interface TrackerEvents {
  'bug.created': { readonly bug_id: number; readonly user_id: number; readonly at: Date }
  'bug.changed': {
    readonly bug_id: number
    readonly user_id: number
    readonly at: Date
    readonly changes: readonly Change[]
  }
  /** It was erased with everything that belonged to it. */
  'bug.deleted': { readonly bug_id: number; readonly user_id: number; readonly at: Date }
  'comment.added': {
    readonly bug_id: number
    readonly comment_id: number
    readonly user_id: number
    readonly at: Date
    readonly is_private: boolean
  }
  'attachment.added': {
    readonly bug_id: number
    readonly attachment_id: number
    readonly user_id: number
    readonly at: Date
    readonly file_name: string
    readonly summary: string
    readonly content_type: string
    readonly is_patch: boolean
    readonly is_private: boolean
    /** Bytes. */
    readonly size: number
  }
  /** A flag of a bug (attachment_id is NULL) or of an attachment was set, answered, passed on or cleared. */
  'flag.changed': {
    readonly bug_id: number
    readonly attachment_id: number | null
    readonly type_id: number
    /** The name of the type. */
    readonly name: string
    readonly user_id: number
    readonly at: Date
    /** NULL for a flag that was not there. */
    readonly before: FlagState | null
    /** NULL for a flag that is no more. */
    readonly after: FlagState | null
  }
  /** Something of the installation itself: a product, a group, a user, a parameter … */
  'administration.changed': {
    readonly class: string
    readonly object_id: number
    readonly user_id: number | null
    readonly at: Date
    readonly changes: readonly {
      readonly field: string
      readonly removed: string | null
      readonly added: string | null
    }[]
  }
}

/** Names of events. */
export type EventName = keyof TrackerEvents
/** An event with its name. */
export type TrackerEvent = { [N in EventName]: readonly [name: N, event: TrackerEvents[N]] }[EventName]
/** Receives the events of one name or, for `'*'`, all events with their names. Its result is not used; a promise may reject. */
export type Listener<N extends EventName | '*'> = (
  event: N extends EventName ? TrackerEvents[N] : TrackerEvent,
) => unknown

export interface EventHub {
  /** @throws invalid_options for another name, and for a listener that is not a function */
  on<N extends EventName | '*'>(name: N, listener: Listener<N>): () => void
  fire(events: readonly TrackerEvent[]): void
}

type AnyListener = (event: TrackerEvents[EventName] | TrackerEvent) => unknown

const names: { readonly [N in EventName | '*']: true } = {
  'bug.created': true,
  'bug.changed': true,
  'bug.deleted': true,
  'comment.added': true,
  'attachment.added': true,
  'flag.changed': true,
  'administration.changed': true,
  '*': true,
}

export const eventNames = Object.keys(names).filter((name) => name !== '*') as readonly EventName[]

/**
 * Keeps listeners and calls them in the order of subscription, those of all events after those of the one. One that throws or
 * rejects is logged and harms nothing.
 */
export function createEventHub(logger: Logger): EventHub {
  const listeners = new Map<EventName | '*', Set<AnyListener>>()
  return {
    on(name, listener) {
      requireKind('name', name, Object.keys(names))
      requireKind('listener', listener, 'a function')
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener as AnyListener))
      return () => void set.delete(listener as AnyListener)
    },
    fire(events) {
      for (const event of events) {
        const [name, told] = event
        for (const listener of listeners.get(name) ?? []) void callListener(logger, name, () => listener(told))
        for (const listener of listeners.get('*') ?? []) void callListener(logger, name, () => listener(event))
      }
    },
  }
}

async function callListener(logger: Logger, name: EventName, call: () => unknown): Promise<void> {
  try {
    await call()
  } catch (error) {
    logger.error('a listener failed', { event: name, error })
  }
}
