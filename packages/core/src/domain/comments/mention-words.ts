// The words by which texts mention people, and the accounts that they could mean.
import { findMentions } from '@trackerkit/markdown'
import { visibleUsers } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { maxId } from '../../call/define/inputs.js'
import { groupBy } from '../../kernel/collections.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { fold } from '../../store/index.js'

/** Accounts that are read at once for all words of a call. */
const mostAccounts = 500

/** A word of more accounts means none of them without an ID. */
export const mostNamesakes = 100

export type Account = Pick<Row<'users'>, 'id' | 'login_folded'>

interface Word {
  readonly word: string
  /** The beginning of the login, folded. */
  readonly name: string
  readonly id: number | undefined
}

/** Returns the enabled accounts that each word could mean: of more than `mostNamesakes`, at least one more than that. */
export async function findAccounts(
  tx: Reader,
  call: Call,
  words: ReadonlySet<string>,
): Promise<Map<string, Account[]>> {
  const wanted = [...words].map(parseWord)
  const all = await selectAccounts(tx, call, wanted, mostAccounts + 1)
  const byName = groupBy(all, ({ login_folded }) => wordOf(login_folded))
  const found = new Map<string, Account[]>()
  for (const one of wanted) {
    const namesakes =
      all.length > mostAccounts
        ? // The accounts of one word must not displace those of another.
          await selectAccounts(tx, call, [one], mostNamesakes + 1)
        : (byName.get(one.name) ?? []).filter(({ id }) => one.id === undefined || one.id === id)
    if (namesakes.length > 0) found.set(one.word, namesakes)
  }
  return found
}

function parseWord(word: string): Word {
  const [name = '', id] = word.split('~')
  return { word, name: fold(name), id: id === undefined ? undefined : Number(id) }
}

async function selectAccounts(tx: Reader, call: Call, words: readonly Word[], limit: number): Promise<Account[]> {
  const or = words.filter(({ id = 0 }) => id <= maxId).map(loginsOf)
  return tx.select({
    from: 'users',
    where: { and: [{ or }, { col: 'login_denied_text', eq: '' }, visibleUsers(call)] },
    columns: ['id', 'login_folded'],
    limit,
  })
}

function loginsOf({ name, id }: Word): Where<'users'> {
  const named: Where<'users'> = {
    or: [
      { col: 'login_folded', eq: name },
      // All that begin with the word and an @: the next character is A.
      {
        and: [
          { col: 'login_folded', gte: `${name}@` },
          { col: 'login_folded', lt: `${name}A` },
        ],
      },
    ],
  }
  return id === undefined ? named : { and: [{ col: 'id', eq: id }, named] }
}

/** The part of a login before its `@`, which mentions name people by. */
export function wordOf(login: string): string {
  const at = login.indexOf('@')
  return at === -1 ? login : login.slice(0, at)
}

/** Returns true if a text can mention an account by the word. */
export function isMentionWord(word: string): boolean {
  return findMentions(`@${word}`, { isMarkdown: false, most: 1 })[0] === word
}
