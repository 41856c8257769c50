// Users by part of their login or real name.
import type { Reader, Where } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { userColumns, type UserRow } from '../../access/user-columns.js'

/** How many candidates of a wildcard are looked at in one go. */
const batchSize = 500

/** How many parts of a text with wildcards the store is asked for. */
const mostNarrowing = 10

export interface MatchOptions {
  /** The users to search in. */
  readonly among: Where<'users'>
  readonly include_disabled: boolean
  readonly limit: number | undefined
}

/**
 * The users whose login or real name contains the text, ignoring case, by login. A `*` matches anything, and the whole
 * name must match then. An empty text matches no user. Disabled users are found only by exact login, unless
 * `include_disabled` is set.
 */
export async function matchUsers(tx: Reader, text: string, options: MatchOptions): Promise<UserRow[]> {
  const needle = fold(text.trim())
  if (needle === '') return []
  const enabled: Where<'users'> = {
    or: [
      { col: 'login_denied_text', eq: '' },
      { col: 'login_folded', eq: needle },
    ],
  }
  const conditions = options.include_disabled ? [options.among] : [options.among, enabled]
  const parts = needle.split(/\*+/)
  // A few parts narrow the search enough; matches of all parts are checked in the results.
  const containing = parts.filter((part) => part !== '').slice(0, mostNarrowing)
  const where: Where<'users'> = {
    and: [
      ...conditions,
      {
        or: [
          { and: containing.map((part) => ({ col: 'login_folded', contains: part }) as const) },
          { and: containing.map((part) => ({ col: 'real_name_folded', contains: part }) as const) },
        ],
      },
    ],
  }
  if (parts.length > 1) return matchWildcard(tx, where, parts, options.limit ?? Infinity)
  return tx.select({
    from: 'users',
    where,
    order: [{ col: 'login_folded' }],
    limit: options.limit,
    columns: userColumns,
  })
}

/** A store finds users that contain all parts; that they do in order, from end to end, is seen here, batch by batch. */
async function matchWildcard(
  tx: Reader,
  where: Where<'users'>,
  parts: readonly string[],
  limit: number,
): Promise<UserRow[]> {
  const found: UserRow[] = []
  for (let last: string | undefined; found.length < limit;) {
    const rows = await tx.select({
      from: 'users',
      where: last === undefined ? where : { and: [where, { col: 'login_folded', gt: last }] },
      order: [{ col: 'login_folded' }],
      limit: batchSize,
      columns: [...userColumns, 'login_folded', 'real_name_folded'],
    })
    found.push(...rows.filter((row) => fits(parts, row.login_folded) || fits(parts, row.real_name_folded)))
    if (rows.length < batchSize) break
    last = rows.at(-1)?.login_folded
  }
  return found.slice(0, limit)
}

/** True if the parts, with anything in between, make up the whole text. */
function fits(parts: readonly string[], text: string): boolean {
  const [first = '', ...others] = parts
  const last = others.pop() ?? ''
  let position = first.length
  if (!text.startsWith(first)) return false
  for (const part of others) {
    const at = text.indexOf(part, position)
    if (at < 0) return false
    position = at + part.length
  }
  return text.length - last.length >= position && text.endsWith(last)
}
