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
  const gone = before.filter(({ word }) => !words.includes(word))
  const [knownUsers, knownWords] = [new Set(before.map((row) => row.user_id)), new Set(before.map((row) => row.word))]
  // Users whose word is gone may still be mentioned by another.
  const asked = words.filter((word) => !oldWords.has(word) || (gone.length > 0 && !knownWords.has(word)))
  const cache = createUserCache(tx, call.catalogue)
  const found = asked.length === 0 ? [] : await findInWords(tx, call, [{ comment, words: asked }], cache)
  const timeOf = new Map(gone.map(({ user_id, added_at }) => [user_id, added_at]))
  const moved = found
    .filter(({ user_id }) => timeOf.has(user_id))
    .map((row) => ({ ...row, added_at: timeOf.get(row.user_id) ?? null }))
  const added = found
    .filter(({ user_id, word }) => !knownUsers.has(user_id) && !oldWords.has(word))
    .map((row) => ({ ...row, added_at: call.now }))
  const ids = [...timeOf.keys()]
  if (ids.length > 0) await tx.delete('comment_mentions', { and: [ofComment, { col: 'user_id', in: ids }] })
  if (moved.length + added.length > 0) await tx.insert('comment_mentions', [...moved, ...added])
  const earlierWords = await findEarlierWords(tx, comment, wordsOf, added)
  return added.flatMap(({ user_id, word }) => (earlierWords.has(word) ? [] : [user_id]))
}

/** Of the words that an edit adds, those that were in one of the latest texts before: email is sent once. */
async function findEarlierWords(
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
