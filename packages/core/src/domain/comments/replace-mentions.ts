// Mentions of comments that are edited.
import type { Call } from '../../call/context.js'
import type { Reader, Writer } from '../../schema/index.js'
import { createUserCache } from '../users/user-cache.js'
import { createWordFinder, findInWords, type Mentioning } from './mentions.js'

/** Earlier texts that are read. */
const mostEarlier = 20

/**
 * Stores the mentions of an edited comment. Those whose word is still there stay, and only added words are looked up.
 * Returns the people whom it never mentioned before.
 */
export async function replaceMentions(
  tx: Writer,
  call: Call,
  comment: Mentioning,
  earlier: Pick<Mentioning, 'text' | 'is_markdown'>,
): Promise<number[]> {
  const ofComment = { col: 'comment_id', eq: comment.id } as const
  const wordsOf = createWordFinder()
  const [oldWords, words] = [new Set(wordsOf({ ...comment, ...earlier })), wordsOf(comment)]
  if (oldWords.size + words.length === 0) return []
  const before = await tx.select({ from: 'comment_mentions', where: ofComment })
  const kept = before.filter(({ word }) => words.includes(word))
  const gone = before.filter((row) => !kept.includes(row))
  const known = new Map(before.map((row) => [row.user_id, row]))
  // Someone whose word is gone may still be mentioned by another.
  const asked = words.filter(
    (word) => !oldWords.has(word) || (gone.length > 0 && !kept.some((row) => row.word === word)),
  )
  const found =
    asked.length === 0
      ? []
      : await findInWords(tx, call, [{ comment, words: asked }], createUserCache(tx, call.catalogue))
  const rows = found
    .filter(({ word, user_id }) => !oldWords.has(word) || known.has(user_id))
    .filter(({ user_id }) => !kept.some((row) => row.user_id === user_id))
    .map((row) => ({
      ...row,
      added_at: known.has(row.user_id) ? (known.get(row.user_id)?.added_at ?? null) : call.now,
    }))
  const ids = gone.map(({ user_id }) => user_id)
  if (ids.length > 0) await tx.delete('comment_mentions', { and: [ofComment, { col: 'user_id', in: ids }] })
  if (rows.length > 0) await tx.insert('comment_mentions', rows)
  const added = rows.filter(({ user_id }) => !known.has(user_id))
  const told = await findTold(tx, comment, wordsOf, added)
  return added.flatMap(({ user_id, word }) => (told.has(word) ? [] : [user_id]))
}

/** Of the words that an edit adds, those that were in one of the latest texts before: email is sent once. */
async function findTold(
  tx: Reader,
  comment: Mentioning,
  wordsOf: (comment: Mentioning) => readonly string[],
  added: readonly { readonly word: string }[],
): Promise<ReadonlySet<string>> {
  if (added.length === 0) return new Set()
  const earlier = await tx.select({
    from: 'comment_revisions',
    where: { col: 'comment_id', eq: comment.id },
    order: [{ col: 'revision', desc: true }],
    limit: mostEarlier,
    columns: ['text'],
  })
  const texts = earlier.filter(({ text }) => added.some(({ word }) => text.toLowerCase().includes(`@${word}`)))
  return new Set(texts.flatMap(({ text }) => wordsOf({ ...comment, text })))
}
