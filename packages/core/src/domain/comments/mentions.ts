// The people whom comments mention: enabled accounts that may see the bug and the comment.
import { findMentions } from '@trackerkit/markdown'
import * as z from 'zod'
import type { BugRow } from '../../access/find-bugs.js'
import { loadSight } from '../../access/who-sees.js'
import type { Call } from '../../call/context.js'
import { groupBy } from '../../kernel/collections.js'
import type { NewRow, Reader, Row } from '../../schema/index.js'
import { loadPeople } from '../users/load-people.js'
import { showPerson, shownPerson } from '../users/shown-person.js'
import type { UserCache } from '../users/user-cache.js'
import { findAccounts, mostNamesakes, type Account } from './mention-words.js'

/** People whom one comment can mention. */
const mostMentions = 20

/** A stored comment whose text may mention people. */
export interface Mentioning extends Pick<Row<'comments'>, 'id' | 'text' | 'is_private' | 'is_markdown'> {
  readonly bug: BugRow
}

/**
 * Finds the mentions of comments that are stored, with their bugs, in this transaction. A word means the one account with it that
 * can see the comment; of several, at most 100, the one with a role or a comment on the bug. Texts without mentions cost
 * neither a statement nor a turn.
 */
export function findMentioned(
  tx: Reader,
  call: Call,
  comments: readonly Mentioning[],
  people: UserCache,
): Promise<NewRow<'comment_mentions'>[]> | undefined {
  const wordsOf = createWordFinder()
  const mentioning = comments
    .map((comment) => ({ comment, words: wordsOf(comment) }))
    .filter(({ words }) => words.length > 0)
  return mentioning.length === 0 ? undefined : findInWords(tx, call, mentioning, people)
}

interface WordsOfComment {
  readonly comment: Mentioning
  readonly words: readonly string[]
}

/** As `findMentioned`, for words that are known. */
export async function findInWords(
  tx: Reader,
  call: Call,
  mentioning: readonly WordsOfComment[],
  people: UserCache,
): Promise<NewRow<'comment_mentions'>[]> {
  const all = await findAccounts(tx, call, new Set(mentioning.flatMap(({ words }) => words)))
  const accounts = new Map([...all].filter(([, namesakes]) => namesakes.length <= mostNamesakes))
  if (accounts.size === 0) return []
  const canSee = await createSightCheck(tx, call, mentioning, accounts, people)
  const found: { comment: Mentioning; word: string; users: Account[] }[] = []
  for (const { comment, words } of mentioning) {
    const rest = call.timeBudget.step()
    if (rest) await rest
    for (const word of words)
      found.push({ comment, word, users: (accounts.get(word) ?? []).filter(({ id }) => canSee(id, comment)) })
  }
  const isInvolved = await createInvolvementCheck(
    tx,
    found.filter(({ users }) => users.length > 1),
  )
  const rows = new Map<string, NewRow<'comment_mentions'>>()
  for (const { comment, word, users } of found) {
    const meant = users.length > 1 ? users.filter(({ id }) => isInvolved(id, comment.bug)) : users
    const [user] = meant
    if (!user || meant.length > 1) continue
    const key = `${comment.id} ${user.id}`
    if (!rows.has(key)) rows.set(key, { comment_id: comment.id, user_id: user.id, word })
  }
  return [...rows.values()]
}

/** One text is often written on many bugs. */
export function createWordFinder() {
  let last: { readonly text: string; readonly isMarkdown: boolean; readonly words: string[] } | undefined
  return ({ text, is_markdown: isMarkdown }: Mentioning): string[] => {
    if (last?.text !== text || last.isMarkdown !== isMarkdown)
      last = { text, isMarkdown, words: findMentions(text, { isMarkdown, most: mostMentions }) }
    return last.words
  }
}

/** Public comments on public bugs are visible to all; for others each person's permissions decide. */
async function createSightCheck(
  tx: Reader,
  { catalogue }: Call,
  mentioning: readonly WordsOfComment[],
  accounts: ReadonlyMap<string, readonly Account[]>,
  people: UserCache,
): Promise<(userId: number, comment: Mentioning) => boolean> {
  const isLimited = mentioning.some(({ comment }) => comment.is_private || comment.bug.group_count > 0)
  if (!isLimited) return () => true
  const callers = await people.callers([...accounts.values()].flatMap((users) => users.map(({ id }) => id)))
  const bugs = mentioning.map(({ comment }) => comment.bug)
  const canSee = await loadSight(tx, catalogue, bugs, callers)
  return (userId, { bug, is_private }) =>
    canSee(userId, bug) && (!is_private || callers.get(userId)?.isInsider === true)
}

/** Returns true if the user has a role or a comment on a bug. */
async function createInvolvementCheck(
  tx: Reader,
  unclear: readonly { readonly comment: Mentioning; readonly users: readonly Account[] }[],
): Promise<(userId: number, bug: BugRow) => boolean> {
  if (unclear.length === 0) return () => false
  const bugs = { col: 'bug_id', in: [...new Set(unclear.map(({ comment }) => comment.bug.id))] } as const
  const ids = [...new Set(unclear.flatMap(({ users }) => users.map(({ id }) => id)))]
  const cc = await tx.select({ from: 'bug_cc', where: { and: [bugs, { col: 'user_id', in: ids }] } })
  const said = await tx.countBy({
    from: 'comments',
    where: { and: [bugs, { col: 'creator_id', in: ids }, { col: 'is_private', eq: false }] },
    by: [{ col: 'bug_id' }, { col: 'creator_id' }],
    limit: bugs.in.length * ids.length,
  })
  const involved = new Set([
    ...cc.map(({ bug_id, user_id }) => `${bug_id} ${user_id}`),
    ...said.map(({ key: [bugId, userId] }) => `${bugId} ${userId}`),
  ])
  return (userId, { id, creator_id, assigned_to_id, qa_contact_id }) =>
    [creator_id, assigned_to_id, qa_contact_id].includes(userId) || involved.has(`${id} ${userId}`)
}

/** A person whom a comment mentions. */
export const mention = z
  .object({
    word: z.string().meta({ description: 'Word after the `@`, in lowercase.' }),
    ...shownPerson.shape,
  })
  .meta({ id: 'Mention', description: 'A user whom a comment mentions.' })

/** Returns the people whom comments mention, by comment. They are shown to users who are logged in. */
export async function loadMentions(
  tx: Reader,
  call: Call,
  comments: readonly { readonly id: number; readonly text: string }[],
): Promise<Map<number, z.output<typeof mention>[]>> {
  const ids = call.who.user ? comments.flatMap(({ id, text }) => (text.includes('@') ? [id] : [])) : []
  if (ids.length === 0) return new Map()
  const rows = await tx.select({ from: 'comment_mentions', where: { col: 'comment_id', in: ids } })
  const people = await loadPeople(
    tx,
    call,
    rows.map(({ user_id }) => user_id),
  )
  return new Map(
    [...groupBy(rows, ({ comment_id }) => comment_id)].map(([id, ofComment]) => [
      id,
      ofComment.flatMap(({ user_id, word }) => {
        const person = people.get(user_id)
        return person ? [{ word, ...showPerson(call, person) }] : []
      }),
    ]),
  )
}
