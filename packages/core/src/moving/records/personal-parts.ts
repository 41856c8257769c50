// The parts of personal records: how each is read from the store and written to it.
import { legacyHash, legacyPassword } from '../../auth/legacy-password.js'
import { loadEmailPreferences, storeEmailPreferences, withPreferences } from '../../domain/preferences/email.js'
import { loadPagePreferences, storePagePreferences } from '../../domain/preferences/pages.js'
import { groupBy } from '../../kernel/collections.js'
import { ignoreBugs } from '../../domain/bugs/write/ignore-bugs.js'
import { followsBy, watchOf } from '../../domain/follows/where.js'
import { blankMark, followStates, inState } from '../../domain/marks/set.js'
import type { Where } from '../../schema/index.js'
import { storeWantsFullText } from '../../search/quicksearch/full-text.js'
import { fold } from '../../store/index.js'
import type { Batch } from './batch.js'
import { existingBugs } from './put-links.js'
import { absent, byUser, text, type Owner, type Part, type Personal, type PersonalPart } from './personal-part.js'
import { follows, notifications, schedules } from './personal-notices.js'

const password: Part<NonNullable<Personal['password']> | null> = {
  isCredential: true,
  blank: null,
  async read({ tx }, { id }) {
    const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: id }, columns: ['password_hash'] })
    return user?.password_hash ?? null
  },
  async write({ tx }, { id, password_hash }, given) {
    if (!given && !legacyPassword(password_hash)) return []
    await tx.update('users', { col: 'id', eq: id }, { password_hash: given && legacyHash(given) })
    return []
  },
}

const apiKeys: Part<NonNullable<Personal['api_keys']>> = {
  isCredential: true,
  isMerged: true,
  blank: [],
  async read({ tx }, owner) {
    const keys = await tx.select({ from: 'api_keys', where: byUser(owner), columns: ['key_hash', 'is_revoked'] })
    return keys.map(text).toSorted()
  },
  async write({ tx, now }, { id: user_id }, keys) {
    const byHash = new Map(keys.map((key) => [key.key_hash, key]))
    const there = await tx.select({ from: 'api_keys', where: { col: 'key_hash', in: [...byHash.keys()] } })
    const problems: string[] = []
    for (const row of there) {
      const key = byHash.get(row.key_hash)
      byHash.delete(row.key_hash)
      if (row.user_id !== user_id) problems.push(`api_keys: another user has the key ${row.prefix}…`)
      else if (key?.is_revoked && !row.is_revoked)
        await tx.update('api_keys', { col: 'id', eq: row.id }, { is_revoked: true })
    }
    const rows = Array.from(byHash.values(), (key) => ({
      ...key,
      user_id,
      creation_time: key.creation_time ?? now,
      last_used: key.last_used ?? null,
      ...{ expires: null, is_read_only: false, product_ids: null, used_from: [], is_revoked_by_other: false },
    }))
    if (rows.length > 0) await tx.insert('api_keys', rows)
    return problems
  },
}

const linkedAccounts: Part<NonNullable<Personal['linked_accounts']>> = {
  isCredential: true,
  isMerged: true,
  blank: [],
  async read({ tx }, owner) {
    const rows = await tx.select({ from: 'external_accounts', where: byUser(owner), columns: ['issuer', 'subject'] })
    return rows.map(({ issuer, subject }) => text([issuer, subject])).toSorted()
  },
  async write({ tx, now }, owner, given) {
    const problems: string[] = []
    const own = await tx.select({ from: 'external_accounts', where: byUser(owner), columns: ['issuer', 'subject'] })
    for (const { issuer, subject } of given) {
      if (own.some((row) => row.issuer === issuer && row.subject === subject)) continue
      const same = { and: [{ col: 'issuer', eq: issuer } as const, { col: 'subject', eq: subject } as const] }
      const isTaken = own.some((row) => row.issuer === issuer) || (await tx.count('external_accounts', same)) > 0
      if (isTaken) problems.push(`linked_accounts: the account at ${issuer}, or the identity, is linked already`)
      else {
        const account = {
          issuer,
          subject,
          user_id: owner.id,
          digest: '',
          kind: 'linked',
          shown_as: null,
        }
        await tx.insert('external_accounts', [{ ...account, creation_time: now, last_login: null }])
        own.push({ issuer, subject })
      }
    }
    return problems
  },
}

const settingOf = (owner: Owner, name: string) => ({
  and: [byUser(owner), { col: 'name', eq: name } as const],
})

async function settingsOf({ tx }: Batch, owner: Owner, names: readonly string[]): Promise<unknown> {
  const ofNames = { col: 'name', in: names } as const
  const rows = await tx.select({ from: 'user_settings', where: { and: [byUser(owner), ofNames] } })
  return rows.map(({ name, value }) => text([name, value])).toSorted()
}

const preferences: Part<NonNullable<Personal['preferences']>> = {
  blank: [],
  read: (batch, owner) => settingsOf(batch, owner, ['pages', 'quicksearch_fulltext']),
  async write({ tx }, { id }, { quicksearch_fulltext, ...pages }) {
    const given = Object.fromEntries(Object.entries(pages).filter(([, value]) => value !== undefined))
    await storePagePreferences(tx, id, { ...(await loadPagePreferences(tx, id)), ...given })
    if (quicksearch_fulltext !== undefined) await storeWantsFullText(tx, id, quicksearch_fulltext)
    return []
  },
}

const emailPreferences: Part<NonNullable<Personal['email_preferences']>> = {
  blank: [],
  read: (batch, owner) => settingsOf(batch, owner, ['email_preferences']),
  async write({ tx }, owner, given) {
    await tx.delete('user_settings', settingOf(owner, 'email_preferences'))
    const defaults = (await loadEmailPreferences(tx, [owner.id]))(owner.id)
    await storeEmailPreferences(tx, owner.id, withPreferences(defaults, given))
    return []
  },
}

const watches: Part<readonly string[]> = {
  blank: [],
  async read({ tx }, { id }) {
    const rows = await tx.select({ from: 'follows', where: followsBy(id, 'user') })
    return rows.map(({ object_id }) => object_id).toSorted((a, b) => a - b)
  },
  async write({ tx }, { id: owner }, logins) {
    const where = { col: 'login_folded', in: logins.map((login) => fold(login)) } as const
    const users = await tx.select({ from: 'users', where, columns: ['id', 'login_folded'] })
    await tx.delete('follows', followsBy(owner, 'user'))
    const rows = users.filter(({ id }) => id !== owner).map(({ id }) => watchOf(owner, id))
    if (rows.length > 0) await tx.insert('follows', rows)
    const found = new Set(users.map(({ login_folded }) => login_folded))
    return logins.filter((login) => !found.has(fold(login))).map((login) => `watches: there is no account ${login}`)
  },
}

const mutedBy = (owner: Owner): Where<'bug_marks'> => ({ and: [byUser(owner), inState('muted')] })

const ignoredBugs: Part<readonly number[]> = {
  blank: [],
  async read({ tx }, owner) {
    const rows = await tx.select({ from: 'bug_marks', where: mutedBy(owner) })
    return rows.map(({ bug_id }) => bug_id).toSorted((a, b) => a - b)
  },
  async write({ tx }, owner, bugs) {
    const there = await existingBugs({ tx }, bugs)
    await tx.update('bug_marks', mutedBy(owner), followStates.none)
    if (there.size > 0) await ignoreBugs(tx, owner.id, [...there], true)
    return absent('ignored_bugs', bugs, there)
  },
}

const savedSearches: Part<NonNullable<Personal['saved_searches']>> = {
  blank: [],
  async read({ tx }, owner) {
    const rows = await tx.select({ from: 'saved_searches', where: byUser(owner) })
    return rows.map(({ kind, name, query, shared_group_id }) => text([kind, name, query, shared_group_id])).toSorted()
  },
  async write({ tx, catalogue }, owner, searches) {
    const problems: string[] = []
    const there = await tx.select({ from: 'saved_searches', where: byUser(owner) })
    const keyOf = (one: { readonly kind: string; readonly name: string }) => `${one.kind} ${fold(one.name)}`
    const known = new Map(there.map((row) => [keyOf(row), row]))
    for (const { name, query, kind, shared_with } of new Map(searches.map((one) => [keyOf(one), one])).values()) {
      const group = shared_with ? catalogue.groups.named(shared_with) : undefined
      if (shared_with && !group) problems.push(`saved_searches: there is no group ${shared_with}`)
      const set = { name, query, shared_group_id: group?.id ?? null }
      const row = known.get(keyOf({ kind, name }))
      known.delete(keyOf({ kind, name }))
      if (row) await tx.update('saved_searches', { col: 'id', eq: row.id }, set)
      else await tx.insert('saved_searches', [{ ...set, user_id: owner.id, kind, name_folded: fold(name) }])
    }
    const gone = Array.from(known.values(), ({ id }) => id)
    if (gone.length > 0) await tx.delete('saved_searches', { col: 'id', in: gone })
    return problems
  },
}

const tags: Part<NonNullable<Personal['tags']>> = {
  blank: [],
  async read({ tx }, owner) {
    const own = await tx.select({ from: 'personal_tags', where: byUser(owner) })
    const uses = await tx.select({ from: 'bug_tags', where: { col: 'tag_id', in: own.map(({ id }) => id) } })
    const bugs = groupBy(uses, (row) => row.tag_id)
    const bugsOf = (id: number) => (bugs.get(id) ?? []).map(({ bug_id }) => bug_id).toSorted((a, b) => a - b)
    return own.map(({ id, name }) => text([name, bugsOf(id)])).toSorted()
  },
  async write({ tx }, owner, given) {
    const own = await tx.select({ from: 'personal_tags', where: byUser(owner), columns: ['id'] })
    await tx.delete('bug_tags', { col: 'tag_id', in: own.map(({ id }) => id) })
    await tx.delete('personal_tags', byUser(owner))
    const bugs = given.flatMap((tag) => tag.bugs)
    const there = await existingBugs({ tx }, bugs)
    const byName = groupBy(given, ({ name }) => fold(name.toLowerCase()))
    for (const [name_folded, same] of byName) {
      const kept = [...new Set(same.flatMap((tag) => tag.bugs))].filter((id) => there.has(id))
      if (kept.length === 0) continue
      const name = (same[0]?.name ?? '').toLowerCase()
      const [tag_id = 0] = await tx.insert('personal_tags', [{ user_id: owner.id, name, name_folded }])
      await tx.insert(
        'bug_tags',
        kept.map((bug_id) => ({ tag_id, bug_id })),
      )
    }
    return absent('tags', bugs, there)
  },
}

const visits: Part<NonNullable<Personal['visits']>> = {
  isMerged: true,
  blank: [],
  read: async () => null,
  async write({ tx }, owner, given) {
    const there = await existingBugs(
      { tx },
      given.map(({ bug }) => bug),
    )
    const rows = await tx.select({ from: 'bug_marks', where: byUser(owner) })
    const marks = new Map(rows.map((row) => [row.bug_id, row]))
    const isNewer = (bug: number, time: Date) => time > (marks.get(bug)?.last_visit_ts ?? new Date(0))
    const news = given.filter(({ bug, time }) => there.has(bug) && isNewer(bug, time))
    const byBug = new Map(
      news.map(({ bug: bug_id, time: last_visit_ts }) => {
        const mark = marks.get(bug_id) ?? { ...blankMark, user_id: owner.id, bug_id, seen_until: last_visit_ts }
        return [bug_id, { ...mark, last_visit_ts }]
      }),
    )
    if (byBug.size > 0) await tx.put('bug_marks', [...byBug.values()])
    return []
  },
}

export const personalParts: {
  readonly [P in PersonalPart]-?: Part<NonNullable<Personal[P]> | (P extends 'password' ? null : never)>
} = {
  password,
  api_keys: apiKeys,
  linked_accounts: linkedAccounts,
  preferences,
  email_preferences: emailPreferences,
  watches,
  ignored_bugs: ignoredBugs,
  saved_searches: savedSearches,
  tags,
  visits,
  notifications,
  follows,
  schedules,
}
