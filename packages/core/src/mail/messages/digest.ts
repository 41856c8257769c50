// A digest: the unread lines of an inbox since the last one.
import { folderUrl } from '../../access/bug-url.js'
import { visibleBugs } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import { loadHorizon } from '../../domain/inbox/horizon.js'
import type { Line } from '../../domain/inbox/line.js'
import { findLines } from '../../domain/inbox/lines.js'
import { reasonNames, type Reason } from '../../domain/inbox/reasons.js'
import { loadWays, type NotificationWays } from '../../domain/preferences/ways.js'
import { groupBy } from '../../kernel/collections.js'
import type { Reader } from '../../schema/index.js'
import type { Period } from '../../search/scheduled.js'
import { toBug } from './render.js'
import type { ScheduleMail } from './templates.js'
import { statusText } from './status-text.js'

/** Lines of one digest. */
const most = 100

/** Lines that are counted, with those left out. */
const mostCounted = 1000

/** Returns undefined if there is nothing new. */
export async function digestOf(tx: Reader, call: Call, { since, until }: Period): Promise<ScheduleMail | undefined> {
  const { id: me } = requireUser(call.who)
  const horizon = await loadHorizon(tx, call, me)
  const reasons = reasonsOf((await loadWays(tx, [me]))(me))
  const wanted = { state: 'unread', horizon, reasons, since: since ?? undefined, until: until ?? undefined } as const
  const found = await findLines(tx, call, wanted, { limit: mostCounted })
  const lines = new Map(found.lines.slice(0, most).map((one) => [one.bug_id, one]))
  if (lines.size === 0) return undefined
  const where = { and: [{ col: 'id', in: [...lines.keys()] } as const, visibleBugs(call)] }
  const rows = await tx.select({ from: 'bugs', where })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bugs = [...lines].flatMap(([id, line]) => {
    const bug = byId.get(id)
    const shown = bug && { ...toBug(call.catalogue, bug), status: statusText(call.catalogue, bug), note: noteOf(line) }
    return shown ? [{ product: call.catalogue.products.get(bug.product_id)?.name ?? '', shown }] : []
  })
  const folder = folderUrl(call.catalogue)
  return {
    ...{ kind: 'digest', name: 'Inbox', by: null, rest: found.lines.length - lines.size },
    groups: Array.from(
      groupBy(bugs, ({ product }) => product),
      ([heading, of]) => ({ heading, bugs: of.map(({ shown }) => shown) }),
    ).toSorted((a, b) => (a.heading < b.heading ? -1 : 1)),
    url: folder === '' ? null : `${folder}inbox`,
  }
}

/** The reasons that are set to the digest; undefined, for all, if none is. */
function reasonsOf(ways: NotificationWays): Reason[] | undefined {
  const chosen = reasonNames.filter((reason) => ways[reason] === 'digest')
  return chosen.length > 0 ? chosen : undefined
}

const reasonTexts: Readonly<Record<Reason, string>> = {
  mentioned: 'mentioned',
  asked: 'asked',
  assigned: 'assigned to you',
  role: 'your bug',
  followed: 'followed',
}

/** As in `assigned to you; 2 comments, 1 change`. */
function noteOf({ reasons, comments, changes, is_new }: Line): string {
  const counts = [
    is_new ? 'new' : '',
    comments > 0 ? counted(comments, 'comment') : '',
    changes > 0 ? counted(changes, 'change') : '',
  ].filter((text) => text !== '')
  return [reasons.map((reason) => reasonTexts[reason]).join(', '), counts.join(', ')]
    .filter((text) => text !== '')
    .join('; ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
