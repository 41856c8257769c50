// Imports accounts, and finds accounts that records name.
import { hash } from 'node:crypto'
import { groupBy } from '../../kernel/collections.js'
import { legacyPassword } from '../../auth/legacy-password.js'
import { formsOfLogin } from '../../domain/forms/rename-choice.js'
import { findErased, pseudonymOf } from '../../domain/erasure/people/pseudonym.js'
import { importedTexts, isUnclaimed } from '../../domain/users/unclaimed.js'
import { groupsByPattern } from '../../domain/users/pattern-groups.js'
import type { Row } from '../../schema/index.js'
import type { Group } from '../../setup/catalogue.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import { fingerprintOf, log, type Batch, type Outcome, type Put } from './batch.js'
import type { RecordOf } from './record.js'

type UserRecord = RecordOf<'user'>

const { named: onlyNamed } = importedTexts

/** The IDs of these people by folded login name. Unknown names get a disabled account; empty names are skipped. */
export async function findPeople(batch: Batch, logins: readonly string[]): Promise<Map<string, number>> {
  const wanted = new Map(logins.filter((login) => login !== '').map((login) => [fold(login), login]))
  const found = new Map((await select(batch, [...wanted.keys()])).map((user) => [user.login_folded, user.id]))
  for (const [folded, id] of await findClaimed(batch, unknown(wanted, found))) found.set(folded, id)
  for (const [folded, id] of await findErased(batch.tx, batch.catalogue, unknown(wanted, found))) found.set(folded, id)
  const missing = [...wanted].filter(([folded]) => !found.has(folded))
  if (missing.length === 0) return found
  const rows = missing.map(([, login]) => accountRow(batch, login, { login_denied_text: onlyNamed }))
  const ids = await batch.tx.insert('users', rows)
  await joinByPattern(
    batch,
    missing.map(([, login], index) => [ids[index] as number, login] as const),
  )
  for (const [index, [folded]] of missing.entries()) found.set(folded, ids[index] as number)
  await bumpIdentityVersion(batch.tx)
  return found
}

/** Accounts of these people that they have claimed, and which have other names since. */
async function findClaimed({ tx, source }: Batch, logins: readonly string[]): Promise<(readonly [string, number])[]> {
  if (logins.length === 0) return []
  const ofSource = [{ col: 'source', eq: source } as const, { col: 'kind', eq: claimed } as const]
  const where = { and: [...ofSource, { col: 'fingerprint', in: logins } as const] }
  const refs = await tx.select({ from: 'import_refs', where, columns: ['fingerprint', 'id'] })
  return refs.map(({ fingerprint, id }) => [fingerprint, id] as const)
}

/** The names without an account. */
function unknown(wanted: ReadonlyMap<string, string>, found: ReadonlyMap<string, unknown>): string[] {
  return [...wanted.keys()].filter((folded) => !found.has(folded))
}

async function select({ tx }: Batch, folded: readonly string[]): Promise<Row<'users'>[]> {
  return folded.length === 0 ? [] : tx.select({ from: 'users', where: { col: 'login_folded', in: folded } })
}

function accountRow(batch: Batch, login: string, given: Partial<Row<'users'>>) {
  return {
    login,
    login_folded: fold(login),
    real_name: '',
    real_name_folded: '',
    password_hash: null,
    email_enabled: true,
    login_denied_text: '',
    creation_time: batch.now,
    last_seen_time: null,
    reply_epoch: null,
    bounces: null,
    bounced_time: null,
    ...given,
  }
}

async function joinByPattern({ tx, catalogue }: Batch, people: readonly (readonly [number, string])[]): Promise<void> {
  const rows = people.flatMap(([user_id, login]) =>
    groupsByPattern(catalogue, login).map((group_id) => ({ user_id, group_id, kind: 'pattern' })),
  )
  if (rows.length > 0) await tx.insert('user_groups', rows)
}

/**
 * Imports accounts. They keep their IDs unless another account has the ID here. Records that have not changed since the
 * last import are skipped, so accounts that were disabled or removed from a group here stay so. Accounts changed on
 * both sides are left unchanged, and so are the names of accounts in use here.
 */
export async function putUsers(batch: Batch, records: readonly UserRecord[]): Promise<Put[]> {
  const { byLogin, byId, refs, erased } = await loadThere(batch, records)
  const results: Put[] = []
  const placed: Placed[] = []
  for (const record of records) {
    const holder = record.id === undefined ? undefined : byId.get(record.id)
    const isBrought = holder && refs.get(holder.id)?.kind === brought
    const there = byLogin.get(fold(record.name)) ?? (isBrought ? holder : undefined)
    if (there?.login === pseudonymOf(there?.id ?? 0) || (!there && erased.has(fold(record.name)))) {
      results.push({ outcome: 'refused', problems: ['the person was erased here for good'] })
      continue
    }
    const ref = there && refs.get(there.id)
    // The time a person was last seen there changes nothing here.
    const fingerprint = fingerprintOf({ ...record, last_seen_time: undefined })
    const [seenBefore, leftBefore] = ref?.fingerprint.split(' ') ?? []
    if (there && seenBefore === fingerprint) {
      results.push({ outcome: 'same', problems: problemsOf(record, there.id, []) })
      continue
    }
    if (!there && (await noteClaimed(batch, record))) {
      results.push({ outcome: 'same', problems: [] })
      continue
    }
    const refusal = there && !batch.overwrites ? whyLeft(there, record, leftBefore, ref?.changed ?? null) : undefined
    if (refusal !== undefined) {
      results.push({ outcome: 'refused', problems: [refusal] })
      continue
    }
    // An account older than the first import belongs to this tracker: only its groups are imported.
    const isOwn = there !== undefined && !ref && there.login_denied_text !== onlyNamed && !batch.overwrites
    const { row, outcome } = isOwn
      ? { row: there, outcome: 'same' as const }
      : await putAccount(batch, record, there, holder === undefined)
    const { id } = row
    if (record.identity && isUnclaimed(row)) await keepClaim(batch, record.identity, id)
    if (there) byLogin.delete(there.login_folded)
    byLogin.set(row.login_folded, row)
    byId.set(id, row)
    placed.push([record, id])
    const unknown = [...(record.groups ?? []), ...(record.bless_groups ?? [])].filter(
      (name) => !batch.catalogue.groups.named(name),
    )
    const kind = ref?.kind ?? (outcome === 'created' && id === record.id ? brought : known)
    // A group may come later.
    const seen = `${unknown.length > 0 ? '' : fingerprint} ${stateOf(row)}`
    const changed = outcome === 'created' ? row.last_seen_time : (ref?.changed ?? null)
    refs.set(id, { source: batch.source, kind, id, fingerprint: seen, changed })
    results.push({ outcome, problems: problemsOf(record, id, unknown) })
  }
  const isRegrouped = await putMembers(batch, placed)
  const changed = new Set(placed.map(([, id]) => id))
  const news = [...refs.values()].filter(({ id }) => changed.has(id))
  if (news.length > 0) await batch.tx.put('import_refs', news)
  if (isRegrouped || results.some(({ outcome }) => outcome !== 'same')) await bumpIdentityVersion(batch.tx)
  return results
}

type GivenIdentity = NonNullable<UserRecord['identity']>

const sameIdentity = ({ issuer, subject }: GivenIdentity) => ({
  and: [{ col: 'issuer', eq: issuer } as const, { col: 'subject', eq: subject } as const],
})

/** Returns true if the person of a record has an account under another name, which the source then names. */
async function noteClaimed({ tx, source }: Batch, { identity, name }: UserRecord): Promise<boolean> {
  if (!identity) return false
  const [there] = await tx.select({ from: 'external_accounts', where: sameIdentity(identity) })
  if (!there) return false
  const ref = { source, kind: claimed, id: there.user_id, fingerprint: fold(name), changed: null }
  await tx.put('import_refs', [ref])
  return true
}

/** The user with this identity gets the account at their first login. */
async function keepClaim({ tx, now }: Batch, identity: GivenIdentity, user_id: number): Promise<void> {
  if ((await tx.count('external_accounts', sameIdentity(identity))) > 0) return
  const { issuer, subject, shown_as } = identity
  await tx.insert('external_accounts', [
    { issuer, subject, user_id, digest: '', kind: 'claim', shown_as, creation_time: now },
  ])
}

/** A digest of the imported columns of an account, to detect local changes. */
function stateOf({ login, real_name, email_enabled, login_denied_text }: Row<'users'>): string {
  return hash('sha256', JSON.stringify([login, real_name, email_enabled, login_denied_text]), 'base64url')
}

/** The reason why an account is not updated from the source. */
function whyLeft(
  there: Row<'users'>,
  { name }: UserRecord,
  leftBefore: string | undefined,
  seenThere: Date | null,
): string | undefined {
  if (leftBefore !== undefined && leftBefore !== stateOf(there))
    return 'it was changed here since it came, and there since then'
  // Renaming an account in use would give it to the owner of the new email address.
  const isSeen = there.last_seen_time !== null && there.last_seen_time.getTime() !== seenThere?.getTime()
  const hasPassword = there.password_hash !== null && !legacyPassword(there.password_hash)
  const isUsed = isSeen || hasPassword
  if (isUsed && there.login_folded !== fold(name))
    return `it is used here by the name ${there.login}, and is ${name} there: rename it here`
  return undefined
}

type Placed = readonly [record: UserRecord, id: number]

/** Kinds of references: accounts made under the number of the source, which gives them new names; and accounts that it names. */
const [brought, known, claimed] = ['user', 'known user', 'claimed user']

/** The accounts with the logins and IDs of the records, and their state at the last import. */
async function loadThere(batch: Batch, records: readonly UserRecord[]) {
  const { tx, source } = batch
  const named = await select(
    batch,
    records.map(({ name }) => fold(name)),
  )
  const inIds = { col: 'id', in: records.flatMap(({ id }) => id ?? []) } as const
  const numbered = await tx.select({ from: 'users', where: inIds })
  const ofSource = [{ col: 'source', eq: source } as const, { col: 'kind', in: [brought, known] } as const]
  const ids = [...named, ...numbered].map(({ id }) => id)
  const refs = await tx.select({ from: 'import_refs', where: { and: [...ofSource, { col: 'id', in: ids }] } })
  return {
    byLogin: new Map(named.map((row) => [row.login_folded, row])),
    byId: new Map(numbered.map((row) => [row.id, row])),
    refs: new Map(refs.map((row) => [row.id, row])),
    erased: await findErased(
      tx,
      batch.catalogue,
      records.map(({ name }) => name),
    ),
  }
}

function problemsOf({ id: wanted }: UserRecord, id: number, unknownGroups: readonly string[]): string[] {
  return [
    ...(wanted !== undefined && id !== wanted ? [`it has the number ${id} here`] : []),
    ...unknownGroups.map((name) => `there is no group ${name}`),
  ]
}

async function putAccount(
  batch: Batch,
  record: UserRecord,
  there: Row<'users'> | undefined,
  isFree: boolean,
): Promise<{ readonly row: Row<'users'>; readonly outcome: Outcome }> {
  const { name: login, real_name, email_enabled, login_denied_text } = record
  const columns = {
    login,
    login_folded: fold(login),
    real_name,
    real_name_folded: fold(real_name),
    email_enabled,
    login_denied_text,
  }
  if (!there) {
    const { creation_time = batch.now, last_seen_time = null } = record
    const row = accountRow(batch, login, { ...columns, creation_time, last_seen_time })
    const key = record.id !== undefined && isFree ? { id: record.id } : {}
    const [id = 0] = await batch.tx.insert('users', [{ ...row, ...key }])
    await joinByPattern(batch, [[id, login]])
    return { row: { ...row, id }, outcome: 'created' }
  }
  const differs = Object.entries(columns).some(([column, value]) => there[column as keyof typeof columns] !== value)
  if (!differs) return { row: there, outcome: 'same' }
  await batch.tx.update('users', { col: 'id', eq: there.id }, columns)
  await renameInForms(batch, there.login, login)
  if (there.login_folded !== columns.login_folded) {
    const byPattern = {
      and: [
        { col: 'user_id', eq: there.id },
        { col: 'kind', eq: 'pattern' },
      ],
    } as const
    await batch.tx.delete('user_groups', byPattern)
    await joinByPattern(batch, [[there.id, login]])
  }
  return { row: { ...there, ...columns }, outcome: 'replaced' }
}

async function renameInForms(batch: Batch, before: string, after: string): Promise<void> {
  for (const { id, body } of await formsOfLogin(batch.tx, batch.catalogue, before, after)) {
    await batch.tx.update('forms', { col: 'id', eq: id }, { body })
    await log(batch, 'forms', id, [['body', before, after]])
  }
}

/** Memberships of groups of bugs become those of the records; rights that this tracker has given stay. Returns whether any changed. */
async function putMembers(batch: Batch, placed: readonly Placed[]): Promise<boolean> {
  const direct = placed.flatMap(([{ name, groups }, id]) => (groups ? [{ id, name, groups }] : []))
  const bless = placed.flatMap(([{ name, bless_groups: groups }, id]) => (groups ? [{ id, name, groups }] : []))
  const isRegrouped = await putRelations(batch, direct, 'direct')
  return (await putRelations(batch, bless, 'bless')) || isRegrouped
}

interface Related {
  readonly id: number
  readonly name: string
  readonly groups: readonly string[]
}

async function putRelations(batch: Batch, related: readonly Related[], kind: 'direct' | 'bless'): Promise<boolean> {
  const { tx, catalogue, rights } = batch
  if (related.length === 0) return false
  const isSaid = (group: Group | undefined) => group !== undefined && (group.is_bug_group || rights)
  const ofKind = { col: 'kind', eq: kind } as const
  const where = { and: [{ col: 'user_id', in: related.map(({ id }) => id) } as const, ofKind] }
  const rows = groupBy(await tx.select({ from: 'user_groups', where }), (row) => row.user_id)
  let isChanged = false
  for (const { id: user_id, name, groups } of related) {
    // Members by pattern do not become permanent members.
    const byPattern = new Set(kind === 'direct' ? groupsByPattern(catalogue, name) : [])
    const named = groups.flatMap((group) => catalogue.groups.named(group) ?? []).filter(isSaid)
    const wanted = new Set(named.map(({ id }) => id).filter((id) => !byPattern.has(id)))
    const has = new Set((rows.get(user_id) ?? []).map(({ group_id }) => group_id))
    const added = [...wanted].filter((id) => !has.has(id))
    // Otherwise, no administrator might be left.
    const mayRemove = (group: Group | undefined) => isSaid(group) && group?.name !== 'admin'
    const removed = [...has].filter((id) => !wanted.has(id) && mayRemove(catalogue.groups.get(id)))
    if (added.length > 0)
      await tx.insert(
        'user_groups',
        added.map((group_id) => ({ user_id, group_id, kind })),
      )
    if (removed.length > 0) {
      const gone = [{ col: 'user_id', eq: user_id } as const, ofKind, { col: 'group_id', in: removed } as const]
      await tx.delete('user_groups', { and: gone })
    }
    isChanged ||= added.length + removed.length > 0
  }
  return isChanged
}
