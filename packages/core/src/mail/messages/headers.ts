// Headers of a message: sender, threading and fields for filters. Pure.
import { bugFieldEntries } from '../../domain/bugs/fields/index.js'
import type { Bug } from '../../domain/bugs/fields/bug.js'
import { isOn, type Catalogue } from '../../setup/catalogue.js'
import { isMailAddress } from '../../auth/login-name.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { oneLine } from '../../kernel/normalize.js'
import { maxReasons } from './cut.js'
import type { MailReason } from '../../call/mail-fact.js'
import type { OutboxRow } from '../../call/mail-outbox.js'

/** Characters. */
const maxHeaderLength = 500

/** As one line without control characters, shortened where it is long: nothing that people write begins another header. */
export function headerText(text: string): string {
  const line = oneLine(text)
  if (line.length <= maxHeaderLength) return line
  const characters = Array.from(line)
  return characters.length <= maxHeaderLength ? line : `${characters.slice(0, maxHeaderLength - 1).join('')}…`
}

/** All nonempty headers, each as one line. */
export function headersOf(values: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(values).map(([name, value]) => [name, headerText(value)] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== ''))
}

/** The host that message ids and lists are named after. */
export function siteOf({ parameters: { urlbase, mailfrom } }: Pick<Catalogue, 'parameters'>): string {
  const host = URL.canParse(urlbase) ? new URL(urlbase).hostname : (/@([\w.-]+)>?$/.exec(mailfrom.trim())?.[1] ?? '')
  return /^[\w-]+(\.[\w-]+)*$/.test(host) ? host : 'localhost'
}

/** The sender, with a host. */
export function senderOf(catalogue: Pick<Catalogue, 'parameters'>): string {
  const from = headerText(catalogue.parameters.mailfrom)
  if (from.includes('@')) return from
  const address = `${from.replace(/\s+/g, '-')}@${siteOf(catalogue)}`
  return isMailAddress(address) ? address : `tracker-daemon@${siteOf(catalogue)}`
}

type Identified = Pick<OutboxRow, 'id' | 'creation_time'>

/**
 * A word that the row of a message, and no other, always gives: after a failover or from an older backup, others get the IDs of
 * messages that were sent, and mail servers would drop them as duplicates.
 */
function wordOf({ hmacOf }: Pick<Catalogue, 'hmacOf'>, { id, creation_time }: Identified): string {
  return Buffer.from(hmacOf(`mail.${id}.${creation_time.getTime()}`), 'base64url').toString('hex', 0, 5)
}

interface Thread {
  readonly message_id: string
  readonly headers: Readonly<Record<string, string>>
}

/** All mail to one person about one bug is a thread, which begins with the mail about the new bug. `user`: 0 without account. */
export function threadOf(
  catalogue: Pick<Catalogue, 'parameters' | 'hmacOf'>,
  { row, bugId, user, isFirst }: { row: Identified; bugId: number; user: number; isFirst: boolean },
): Thread {
  const site = siteOf(catalogue)
  const first = `<bug-${bugId}-${user}@${site}>`
  if (isFirst) return { message_id: first, headers: {} }
  const message_id = `<bug-${bugId}-${user}-${wordOf(catalogue, row)}@${site}>`
  return { message_id, headers: { 'In-Reply-To': first, References: first } }
}

/** The id of a message that belongs to no thread. */
export function singleId(catalogue: Pick<Catalogue, 'parameters' | 'hmacOf'>, row: Identified): string {
  return `<account-${wordOf(catalogue, row)}@${siteOf(catalogue)}>`
}

/** Returns the headers of every message. */
export function commonHeaders({ parameters: { urlbase } }: Pick<Catalogue, 'parameters'>, type: string) {
  return { 'Auto-Submitted': 'auto-generated', 'X-Tracker-Type': type, 'X-Tracker-URL': urlbase }
}

/** The fields of bugs that messages about changes read: for headers and reasons. */
export const headerFields = createFieldFilter({
  include_fields: [
    ...['product', 'component', 'classification', 'keywords', 'target_milestone', 'flags'],
    ...bugFieldEntries.flatMap(([field, { mailHeader }]) => (mailHeader ? [field] : [])),
  ],
})

/** Returns the headers for the current state of the bug. */
export function bugHeaders(catalogue: Catalogue, bug: Bug, productId: number): Record<string, string> {
  const words = (list: readonly string[]) => list.join(' ')
  return {
    'List-Id': `${bug.product.replace(/[<>"()\\,]/g, ' ')} <product-${productId}.${siteOf(catalogue)}>`,
    ...(isOn(catalogue, 'useclassification') && { 'X-Tracker-Classification': bug.classification }),
    ...Object.fromEntries(
      bugFieldEntries.flatMap(([field, { mailHeader }]) => (mailHeader ? [[mailHeader, bug[field]]] : [])),
    ),
    'X-Tracker-Keywords': words(bug.keywords),
    ...(isOn(catalogue, 'usetargetmilestone') && { 'X-Tracker-Target-Milestone': bug.target_milestone }),
    'X-Tracker-Flags': words(bug.flags.map((flag) => flag.name + flag.status)),
  }
}

const roleNames = {
  ...{ assigned_to: 'AssignedTo', creator: 'Reporter', qa_contact: 'QAcontact', cc: 'CC', mentioned: 'Mentioned' },
  follower: 'Follower',
} as const

/** Returns the headers with the reasons for the message: the reader's roles, and roles of the users they watch. */
export function reasonHeaders(holds: readonly MailReason[], isGlobal: boolean): Record<string, string> {
  const own = holds.filter((hold) => hold.via === null).map((hold) => roleNames[hold.role])
  const watched = holds.filter((hold) => hold.via !== null)
  const listed = (words: readonly string[]) => [...new Set(words)].join(' ') || 'None'
  return {
    'X-Tracker-Reason': listed(isGlobal ? [...own, 'GlobalWatcher'] : own),
    'X-Tracker-Watch-Reason': listed([
      ...watched.map((hold) => roleNames[hold.role]),
      ...watched.map((hold) => hold.via ?? ''),
    ]),
  }
}

/** The bug may have moved since. */
function nameOf({ products, components }: Pick<Catalogue, 'products' | 'components'>, place: MailReason['place']) {
  if (place?.kind !== 'component') return products.get(place?.id ?? 0)?.name ?? ''
  const { name = '', product_id = 0 } = components.get(place.id) ?? {}
  return `${products.get(product_id)?.name} / ${name}`
}

const roleTexts = {
  assigned_to: 'the assignee of the bug',
  creator: 'the reporter of the bug',
  qa_contact: 'the QA contact of the bug',
  cc: 'on the CC list of the bug',
  mentioned: 'mentioned',
} as const

/** Why the reader gets it, a sentence each; of many reasons the first ones. */
export function reasonSentences(
  catalogue: Pick<Catalogue, 'products' | 'components'>,
  holds: readonly MailReason[],
  isGlobal: boolean,
): string[] {
  const sentences = holds.map(({ role, via, moved, place }) => {
    if (role === 'follower') return `You follow ${nameOf(catalogue, place)}.`
    const isLost = moved === 'lost' || role === 'mentioned'
    if (via === null) return `You ${isLost ? 'were' : 'are'} ${roleTexts[role]}.`
    return `You are watching ${via}, who ${isLost ? 'was' : 'is'} ${roleTexts[role]}.`
  })
  const all = isGlobal ? [...sentences, 'You are watching all bugs.'] : sentences
  return all.length <= maxReasons
    ? all
    : [...all.slice(0, maxReasons), `And for ${all.length - maxReasons} reasons more.`]
}
