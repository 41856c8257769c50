import * as z from 'zod'
import { requireBug, type BugRow } from '../../access/find-bugs.js'
import { visibleUsers } from '../../access/visibility.js'
import { loadSight } from '../../access/who-sees.js'
import type { Call } from '../../call/context.js'
import { bugRef, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { findAccounts, isMentionWord, wordOf } from '../../domain/comments/mention-words.js'
import { createUserCache } from '../../domain/users/user-cache.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { fold } from '../../store/index.js'

/** Accounts that are looked at together, and how often for one list if those found cannot see the bug. */
const [mostCandidates, mostTimes] = [100, 10]

/** People whose names are searched even for few letters. */
const mostInvolved = 1000

/** A short part of a name would match every account. */
const shortest = 3

const person = z
  .object({
    id: z.int().meta({ description: 'The ID of the account.' }),
    real_name: z.string().meta({ description: 'The real name.' }),
    word: z.string().meta({ description: 'Word that mentions the user after an `@`.' }),
  })
  .meta({ id: 'MentionablePerson', description: 'A user whom a comment can mention.' })

export const peopleOfBug = defineRead({
  name: 'bugs.people',
  summary: 'Find users whom a comment can mention',
  description:
    'Returns enabled accounts that can see the bug and whose login begins with `match` or whose real name contains it. ' +
    'People with a role or a comment on the bug come first. A real name of others is searched from 3 characters on.\n\n' +
    'With `is_private`, only insiders are returned; fails with `user_not_insider` if the caller is not one.',
  errors: ['login_required', 'bug_id_does_not_exist', 'improper_bug_id_field_value', 'user_not_insider'],
  examples: [
    { title: 'People for `@gr`', code: "const { people } = await alice.bugs.people({ id: 12, match: 'gr' })" },
  ],
  access: 'required',
  input: z.strictObject({
    id: bugRef.meta({ description: 'ID or alias of the bug.' }),
    match: word.meta({ description: 'Beginning of a login or part of a real name, ignoring case.' }),
    is_private: z.boolean().default(false).meta({ description: 'Whether the comment is private.' }),
    limit: z.int().min(1).max(20).default(8).meta({ description: 'Maximum number of users.' }),
  }),
  output: z.object({ people: z.array(person).meta({ description: 'Users, by login.' }) }),
  async run(tx, { id, match, is_private, limit }, call) {
    const bug = await requireBug(tx, call, id, 'id')
    if (is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'is_private', value: true })
    const wanted = fold(match.trim())
    if (wanted === '') return { people: [] }
    const isSeenBy = createFilter(tx, call, bug, is_private)
    const { first, findOthers } = await findCandidates(tx, call, bug, wanted)
    const known = new Set(first.map((user) => user.id))
    const shown = await isSeenBy(first)
    let after = ''
    for (let time = 0; time < mostTimes && shown.length < limit; time++) {
      const others = await findOthers(after)
      shown.push(...(await isSeenBy(others.filter((user) => !known.has(user.id)))))
      after = others.at(-1)?.login_folded ?? ''
      if (others.length < mostCandidates) break
    }
    return { people: await withWords(tx, call, shown, limit) }
  },
})

type Candidate = Pick<Row<'users'>, 'id' | 'login_folded' | 'real_name'>

function createFilter(tx: Reader, { catalogue }: Call, bug: BugRow, isPrivate: boolean) {
  const people = createUserCache(tx, catalogue)
  return async (found: readonly Candidate[]): Promise<Candidate[]> => {
    const callers = await people.callers(isPrivate || bug.group_count > 0 ? found.map((user) => user.id) : [])
    const canSee = await loadSight(tx, catalogue, [bug], callers)
    return found.filter((user) => canSee(user.id, bug) && (!isPrivate || callers.get(user.id)?.isInsider === true))
  }
}

/** Those with a role or a comment first. */
async function findCandidates(tx: Reader, call: Call, bug: BugRow, wanted: string) {
  const involved = await involvedIn(tx, call, bug)
  const begins: Where<'users'> = {
    and: [
      { col: 'login_folded', gte: wanted },
      { col: 'login_folded', lt: `${wanted}\u{10ffff}` },
    ],
  }
  const named: Where<'users'> = { or: [begins, { col: 'real_name_folded', contains: wanted }] }
  const select = (which: Where<'users'>) =>
    tx.select({
      from: 'users',
      where: { and: [which, { col: 'login_denied_text', eq: '' }, visibleUsers(call)] },
      columns: ['id', 'login_folded', 'real_name'],
      order: [{ col: 'login_folded' }],
      limit: mostCandidates,
    })
  const first = await select({ and: [{ col: 'id', in: involved }, named] })
  const others = wanted.length < shortest ? begins : named
  return { first, findOthers: (after: string) => select({ and: [others, { col: 'login_folded', gt: after }] }) }
}

async function involvedIn(tx: Reader, { who }: Call, bug: BugRow): Promise<number[]> {
  const ofBug = { col: 'bug_id', eq: bug.id } as const
  const cc = await tx.select({ from: 'bug_cc', where: ofBug, columns: ['user_id'], limit: mostInvolved })
  const said = await tx.countBy({
    from: 'comments',
    where: who.isInsider ? ofBug : { and: [ofBug, { col: 'is_private', eq: false }] },
    by: [{ col: 'creator_id' }],
    limit: mostInvolved,
  })
  const roles = [bug.creator_id, bug.assigned_to_id, ...(bug.qa_contact_id === null ? [] : [bug.qa_contact_id])]
  return [...new Set([...roles, ...cc.map(({ user_id }) => user_id), ...said.map(({ key: [id] }) => id as number)])]
}

/** The ID of the account is added to a word that several have; people without a word that a text can hold are left out. */
async function withWords(
  tx: Reader,
  call: Call,
  users: readonly Candidate[],
  limit: number,
): Promise<z.output<typeof person>[]> {
  const named = users.map((user) => ({ user, word: wordOf(user.login_folded) }))
  const usable = named.filter(({ word: one }) => isMentionWord(one)).slice(0, limit)
  if (usable.length === 0) return []
  const accounts = await findAccounts(tx, call, new Set(usable.map(({ word: one }) => one)))
  return usable.map(({ user: { id, real_name }, word: one }) => ({
    id,
    real_name,
    word: (accounts.get(one)?.length ?? 0) > 1 ? `${one}~${id}` : one,
  }))
}
