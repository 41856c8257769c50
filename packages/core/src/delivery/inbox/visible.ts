// Leaves out users who can see nothing of a change. The inbox checks again when it is read.
import { readInBackground, type BackgroundContext } from '../../call/background-context.js'
import type { PendingChange } from '../../mail/recipients/candidates.js'
import { loadMailSnapshot, type MailSnapshot } from '../../mail/snapshot/mail-snapshot.js'
import { seenBy } from '../../mail/snapshot/seen.js'
import type { PossibleConcern } from './concerns.js'

/** Users that are checked before other work gets a turn. */
const turn = 50

/** Returns the concerns of enabled users who can see some of the change. */
export async function keepVisible(
  context: BackgroundContext,
  concerns: readonly PossibleConcern[],
): Promise<PossibleConcern[]> {
  const snapshot = await loadSnapshot(context, concerns)
  const known = new Map<string, boolean>()
  const visible: PossibleConcern[] = []
  for (const [index, concern] of concerns.entries()) {
    if (index % turn === turn - 1) await new Promise((resolve) => setImmediate(resolve))
    if (await isVisible(snapshot, known, concern)) visible.push(concern)
  }
  return visible
}

function loadSnapshot(context: BackgroundContext, concerns: readonly PossibleConcern[]): Promise<MailSnapshot> {
  const changes = [...new Set(concerns.map(({ change }) => change))]
  const need = {
    bugs: [...new Set(changes.map(({ bug_id }) => bug_id))],
    history: changes.flatMap(({ details }) => details.history),
    comments: changes.flatMap(({ details }) => commentsOf(details)),
    attachments: [],
    people: [],
    recipients: [...new Set(concerns.map(({ user_id }) => user_id))],
  }
  return readInBackground(context, (tx, catalogue) => loadMailSnapshot(tx, catalogue, context.environment, need))
}

function commentsOf({ comments, mentioned, rewritten }: PendingChange['details']): number[] {
  return [...comments, ...(mentioned.length > 0 ? rewritten.comments : [])]
}

/** Users with the same groups see the same, except by role: they share answers as far as no role can matter. */
async function isVisible(
  snapshot: MailSnapshot,
  known: Map<string, boolean>,
  { change, user_id }: PossibleConcern,
): Promise<boolean> {
  const user = snapshot.user(user_id)
  if (!user || user.login_denied_text !== '') return false
  const call = snapshot.callBy(user_id)
  const key = `${change.bug_id} ${change.at.getTime()} ${change.by} ${[...call.who.groupIds].toSorted((a, b) => a - b).join(',')}`
  const shared = known.get(key)
  const isShared = shared || (shared === false && change.details.history.length === 0)
  if (isShared && (await isPublic(snapshot, change.bug_id))) return shared
  const parts = { is_new: change.details.is_new, history: change.details.history, comments: commentsOf(change.details) }
  const isSeen = (await seenBy(snapshot.reader, call, change.bug_id, parts)) !== undefined
  known.set(key, (shared ?? false) || isSeen)
  return isSeen
}

async function isPublic({ reader }: MailSnapshot, bugId: number): Promise<boolean> {
  const where = { and: [{ col: 'id', eq: bugId } as const, { col: 'group_count', eq: 0 } as const] }
  return (await reader.count('bugs', where)) > 0
}
