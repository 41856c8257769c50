// Templates of messages: functions from data to texts, which an embedding program can replace.
import { accountText, type AccountMail } from './account-text.js'
import { makeText, type MailText } from './mail-text.js'
import { notRead } from './reply.js'
import type { Part } from './text.js'

/** A user named in a message. */
export interface MailPerson {
  readonly login: string
  /** May be empty. */
  readonly real_name: string
}

/** A bug that the reader may see. */
export interface MailBug {
  readonly id: number
  readonly summary: string
  /** NULL while the parameter urlbase is not set: here and below. */
  readonly url: string | null
}

/** A field that was changed, and its values as a reader sees them. */
export interface MailChange {
  readonly label: string
  readonly removed: string
  readonly added: string
}

/** A comment that the reader may see. */
export interface MailComment {
  /** Its number within the bug; 0 is the description. */
  readonly number: number
  readonly author: string
  readonly at: Date
  readonly text: string
  /** The text as HTML, if it is Markdown and can be formatted. */
  readonly html: string | null
  readonly is_private: boolean
  readonly url: string | null
}

interface About {
  readonly bug: MailBug
  /** The user who made the change, and the time. */
  readonly by: MailPerson
  readonly at: Date
  /** The last line: whether a reply becomes a comment. */
  readonly reply: string
}

/** A bug was filed or changed. Contains only data that the reader may see; long texts are cut, here and below. */
export interface BugMail extends About {
  readonly is_new: boolean
  /** For a new bug: the fields that are set. */
  readonly fields: readonly { readonly label: string; readonly value: string }[]
  readonly changes: readonly MailChange[]
  readonly comments: readonly MailComment[]
  /** The bugs that the changes name, at most a hundred. */
  readonly related: readonly MailBug[]
  /** Why the reader gets it, a sentence each. */
  readonly reasons: readonly string[]
}

/** A bug that this one waits for was opened or closed. */
export interface DependencyMail extends About {
  readonly blocker: MailBug
  /** Of its status and resolution. */
  readonly changes: readonly MailChange[]
  readonly reasons: readonly string[]
}

/** A flag was asked for, answered or taken back. */
export interface FlagMail extends About {
  readonly flag: {
    readonly name: string
    readonly outcome: 'requested' | 'granted' | 'denied' | 'canceled'
    /** The login name of the current or former requestee. */
    readonly requestee: string | null
  }
  readonly attachment: { readonly id: number; readonly summary: string; readonly url: string | null } | null
  readonly comments: readonly MailComment[]
}

/** A bug in a digest or a scheduled search. */
export interface ScheduledBug extends MailBug {
  /** Status and resolution. */
  readonly status: string
  /** In a digest: why it concerns the reader, and what is new. Empty in a search. */
  readonly note: string
}

/** A digest of the inbox, or the bugs of a saved search. */
export interface ScheduleMail {
  readonly kind: 'digest' | 'search'
  readonly name: string
  /** The login of the user who sends the search to the reader; null for the reader's own schedules. */
  readonly by: string | null
  /** The bugs that the reader may see, at most a hundred; of a digest by product, of a search in its order. */
  readonly groups: readonly { readonly heading: string; readonly bugs: readonly ScheduledBug[] }[]
  /** The number of other bugs, at most 900 of a digest. */
  readonly rest: number
  /** The inbox of a digest. */
  readonly url: string | null
}

/** One function for each kind of message. */
export interface MailTemplates {
  readonly bug: (mail: BugMail) => MailText
  readonly dependency: (mail: DependencyMail) => MailText
  readonly flag: (mail: FlagMail) => MailText
  readonly account: (mail: AccountMail) => MailText
  readonly schedule: (mail: ScheduleMail) => MailText
}

export const defaultTemplates: MailTemplates = {
  bug(mail) {
    const { bug, is_new } = mail
    return makeText(`[Bug ${bug.id}] ${is_new ? 'New: ' : ''}${bug.summary}`, [
      headline(bug),
      { line: is_new ? `${nameOf(mail.by)} filed bug ${bug.id}:` : `${nameOf(mail.by)} changed bug ${bug.id}:` },
      { table: mail.fields.map(({ label, value }) => [label, value]) },
      changesOf(mail.changes),
      ...mail.comments.map(commentOf),
      { heading: mail.related.length > 0 ? 'Referenced bugs:' : '' },
      ...mail.related.map((other): Part => ({ line: `Bug ${other.id}: ${other.summary}`, url: other.url })),
      { footer: [...mail.reasons, mail.reply] },
    ])
  },
  dependency({ bug, blocker, changes, reasons, by, reply }) {
    return makeText(`[Bug ${bug.id}] ${bug.summary}`, [
      headline(bug),
      { line: `Bug ${bug.id} depends on bug ${blocker.id}, which ${nameOf(by)} changed:` },
      { line: `Bug ${blocker.id}: ${blocker.summary}`, url: blocker.url },
      changesOf(changes),
      { footer: [...reasons, reply] },
    ])
  },
  flag({ bug, by, flag, attachment, comments, reply }) {
    const of = attachment ? `attachment ${attachment.id}: ${attachment.summary}` : `bug ${bug.id}: ${bug.summary}`
    const about = `[Bug ${bug.id}] ${bug.summary}${attachment ? `: [Attachment ${attachment.id}] ${attachment.summary}` : ''}`
    const asked = flag.outcome === 'requested' && flag.requestee !== null
    const verb = { requested: 'asked for', granted: 'granted', denied: 'denied', canceled: 'canceled' }[flag.outcome]
    return makeText(`${flag.name} ${flag.outcome}: ${about}`, [
      headline(bug),
      { line: `${nameOf(by)} ${asked ? `asked ${flag.requestee} for` : verb} ${flag.name} on ${of}` },
      ...(attachment ? [{ line: `Attachment ${attachment.id}: ${attachment.summary}`, url: attachment.url }] : []),
      ...comments.map(commentOf),
      { footer: [reply] },
    ])
  },
  account: accountText,
  schedule(mail) {
    const { kind, name, by, groups, rest, url } = mail
    const count = groups.reduce((sum, { bugs }) => sum + bugs.length, rest)
    const counted = count === 1 ? '1 bug' : `${count} bugs`
    const isDigest = kind === 'digest'
    const from = by === null ? '' : ` ${by} sends you this search.`
    return makeText(`${isDigest ? 'Inbox' : name}: ${counted}`, [
      { line: `${isDigest ? `New in your inbox: ${counted}.` : `${name}: ${counted}.`}${from}`, url },
      ...groups.flatMap(({ heading, bugs }) => [{ heading }, ...bugs.map(scheduledLine)]),
      { line: rest > 0 ? `And ${rest} more.` : '' },
      { footer: [isDigest ? 'You get this digest of your inbox.' : 'You get this scheduled search.', notRead] },
    ])
  },
}

function scheduledLine({ id, status, summary, note, url }: ScheduledBug): Part {
  return { line: `Bug ${id} (${status}): ${summary}${note === '' ? '' : ` - ${note}`}`, url }
}

function headline({ url }: MailBug): Part {
  return { line: '', url }
}

function nameOf({ login, real_name }: MailPerson): string {
  return real_name === '' ? login : `${real_name} <${login}>`
}

function changesOf(changes: readonly MailChange[]): Part {
  const rows = changes.map(({ label, removed, added }) => [label, removed, added])
  return { table: rows.length === 0 ? [] : [['What', 'Removed', 'Added'], ...rows], hasHead: true }
}

function commentOf({ number, author, at, text, html, is_private, url }: MailComment): Part {
  if (number === 0) return { comment: text, html, heading: is_private ? 'Private description:' : '', url: null }
  const heading = `${is_private ? 'Private comment' : 'Comment'} #${number} from ${author} (${timeText(at)}):`
  return { comment: text, html, heading, url }
}

/** As 2026-03-01 12:00:00 UTC. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
