// The types of rules of the embedding program.
import type { Bug, BugsUpdateInput, Flag } from '@trackerkit/types'
import type { RuleEvent } from '../../call/host-rules.js'
import type { Awaitable } from '../../store/index.js'
import type { Transaction } from '../session/transaction-handle.js'

export type { RuleEvent } from '../../call/host-rules.js'

type BugEvent = Extract<RuleEvent, `bug.${string}`>
type CommentEvent = Extract<RuleEvent, `comment.${string}`>
type AttachmentEvent = Extract<RuleEvent, `attachment.${string}`>

/** A field of bugs that a rule can read: those of bugs themselves, and custom fields. */
export type RuleField =
  | Exclude<KnownField, `${string}_detail` | 'update_token' | 'tags' | 'comment_count' | 'changed_since_seen'>
  | `cf_${string}`
type KnownField = keyof { [F in keyof Bug as string extends F ? never : F extends `cf_${string}` ? never : F]: F }

/** A bug with the fields that a rule needs. People are logins; hidden bugs, groups and people are included. */
export type RuleBug<N extends readonly RuleField[]> = Readonly<
  Pick<Required<Bug>, Extract<N[number], keyof Bug> | 'id' | 'product' | 'component'>
>

/** The user who calls. */
export interface Caller {
  readonly id: number
  readonly login: string
  /** The names of all their groups. `asSystem(login)` is in all groups. */
  readonly groups: readonly string[]
}

/** A comment as a rule sees it. */
export interface RuleComment {
  /** 0 until it is stored. */
  readonly id: number
  readonly text: string
  readonly is_private: boolean
  /** 0 is the description. */
  readonly count: number
  readonly attachment_id: number | null
}

/** An attachment as a rule sees it. */
export interface RuleAttachment {
  readonly id: number
  readonly file_name: string
  readonly summary: string
  readonly content_type: string
  /** In bytes. */
  readonly size: number
  readonly is_patch: boolean
  readonly is_private: boolean
  readonly is_obsolete: boolean
  readonly flags: readonly Flag[]
}

/** A write of a bug. */
export interface BugRuleWrite<N extends readonly RuleField[]> {
  readonly event: BugEvent
  /** Null for a new bug. */
  readonly before: RuleBug<N> | null
  /** The bug as it is going to be. The ID of a new bug is 0 in `set`. */
  readonly after: RuleBug<N>
  /** The names of the fields that differ; of a new bug, all. */
  readonly changed: ReadonlySet<string>
  /** The comment of the update, or the description of a new bug. If the caller gives none, the first that a rule has set. */
  readonly comment: { readonly text: string; readonly is_private: boolean } | null
  /** Null for the embedding program. */
  readonly caller: Caller | null
}

/** A write of a comment. */
export interface CommentRuleWrite<N extends readonly RuleField[]> {
  readonly event: CommentEvent
  readonly bug: RuleBug<N>
  /** Null for a new comment. */
  readonly before: RuleComment | null
  readonly after: RuleComment
  /** Null for the embedding program. */
  readonly caller: Caller | null
}

/** A write of an attachment. */
export interface AttachmentRuleWrite<N extends readonly RuleField[]> {
  readonly event: AttachmentEvent
  readonly bug: RuleBug<N>
  /** Null for a new attachment. */
  readonly before: RuleAttachment | null
  readonly after: RuleAttachment
  /** Reads the content. */
  data(): Promise<Uint8Array>
  /** Null for the embedding program. */
  readonly caller: Caller | null
}

/** The write that a rule about these events checks. If there are several events, `event` is the discriminant. */
export type RuleWrite<E extends RuleEvent, N extends readonly RuleField[]> =
  | (E extends BugEvent ? Omit<BugRuleWrite<N>, 'event'> & { readonly event: E } : never)
  | (E extends CommentEvent ? Omit<CommentRuleWrite<N>, 'event'> & { readonly event: E } : never)
  | (E extends AttachmentEvent ? Omit<AttachmentRuleWrite<N>, 'event'> & { readonly event: E } : never)

type NeverSet =
  | ('ids' | 'product' | 'component' | 'dry_run' | 'expected_last_change_time' | 'update_token')
  | ('bug_ignored' | 'comment_is_private' | 'minor_update' | 'work_time' | 'comment_tags')
type NeverOfNew = 'comment' | 'dupe_of' | 'flags' | 'reset_assigned_to' | 'reset_qa_contact'

/** The changes that a rule can make in a bug, in the form of an update; for new bugs too. Nothing for comments and attachments. */
export type RuleChanges<E extends RuleEvent> = [E] extends [BugEvent]
  ? Omit<BugsUpdateInput, NeverSet | ('bug.create' extends E ? NeverOfNew : never)>
  : never

/** Does not compile with names of other fields. */
type OnlyKnown<C, K extends PropertyKey> = C &
  (C extends unknown ? { readonly [F in Exclude<keyof C, K>]: never } : never)

/** The reason for which a write is rejected: a message, or a message with the field and a word for programs. */
export type Refusal =
  | string
  | {
      /** 1 to 500 characters. */
      readonly message: string
      /** The field of the input that is wrong. */
      readonly field?: string | undefined
      /** Lowercase letters, digits and `_`, at most 40 characters. */
      readonly reason?: string | undefined
    }

/** The operations and tables within the transaction of the write. */
export interface RuleTransaction extends Transaction {}

/** The argument of `defineRule`. */
export interface RuleDefinition<
  E extends RuleEvent,
  N extends readonly RuleField[],
  C extends RuleChanges<E> = RuleChanges<E>,
> {
  /** Lowercase letters, digits and `-`, at most 40 characters; unique. */
  readonly name: string
  /** The writes that it is asked about. */
  readonly on: E | readonly E[]
  /** The fields of the bug that it reads, beside `id`, `product` and `component`. */
  readonly needs?: N
  /** Returns changes that are made in the bug together with those of the caller, whose rights do not count for them. */
  set?(write: RuleWrite<E, N>, tx: RuleTransaction): Awaitable<OnlyKnown<C, keyof RuleChanges<E>> | undefined | void>
  /** Returns the reason for which the write is rejected, if any. */
  check?(write: RuleWrite<E, N>, tx: RuleTransaction): Awaitable<Refusal | undefined | void>
  /** Acts once the rows are written, in the same transaction. */
  after?(write: RuleWrite<E, N>, tx: RuleTransaction): Awaitable<void>
}

/** A rule, made by `defineRule`. */
export interface Rule {
  readonly name: string
  readonly on: readonly RuleEvent[]
  readonly needs: readonly RuleField[]
  readonly set: RuleFunction | undefined
  readonly check: RuleFunction | undefined
  readonly after: RuleFunction | undefined
}

export type RuleFunction = (write: never, tx: RuleTransaction) => unknown
