// Imports the private data of a person: credentials, settings, searches, tags.
import { hash } from 'node:crypto'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import { RecordProblem, type Batch, type Put } from './batch.js'
import type { Owner, Personal, PersonalPart } from './personal-part.js'
import { personalParts } from './personal-parts.js'

/** For each part, the hash of the last import, and of the state after it. */
type Fingerprints = Record<string, readonly [came: string, left: string]>

const kind = 'personal'
const names = Object.keys(personalParts) as PersonalPart[]

/** A part that was changed here since its import stays. One that has not changed in the source is skipped. */
export async function putPersonal(batch: Batch, record: Personal): Promise<Put> {
  const owner = await findOwner(batch, record.user)
  const where = [
    { col: 'source', eq: batch.source },
    { col: 'kind', eq: kind },
    { col: 'id', eq: owner.id },
  ] as const
  const [ref] = await batch.tx.select({ from: 'import_refs', where: { and: [...where] } })
  const before = ref ? (JSON.parse(ref.fingerprint) as Fingerprints) : {}
  const after: Fingerprints = { ...before }
  const problems: string[] = []
  let isWritten = false
  for (const name of names) {
    if (record[name] === undefined) continue
    const came = hashOf(record[name])
    if (before[name]?.[0] === came) continue
    const put = await putPart(batch, owner, record, name, before[name]?.[1])
    problems.push(...put.problems)
    if (!put.isWritten) continue
    const state = await stateOf(batch, owner, name)
    // A part that could not be kept is tried again, and has changed nothing.
    if (before[name]?.[0] === '' && before[name]?.[1] === state && put.problems.length > 0) continue
    isWritten = true
    after[name] = [put.problems.length > 0 ? '' : came, state]
  }
  if (!isWritten) return { outcome: 'same', problems }
  await batch.tx.put('import_refs', [
    { source: batch.source, kind, id: owner.id, fingerprint: JSON.stringify(after), changed: null },
  ])
  await bumpIdentityVersion(batch.tx)
  return { outcome: ref ? 'replaced' : 'created', problems }
}

/** @throws RecordProblem */
async function findOwner({ tx }: Batch, login: string): Promise<Owner> {
  const where = { col: 'login_folded', eq: fold(login) } as const
  const [user] = await tx.select({ from: 'users', where, columns: ['id', 'password_hash', 'last_seen_time'] })
  if (!user) throw new RecordProblem('there is no account of that name')
  const own = { and: [{ col: 'user_id', eq: user.id } as const, { not: { col: 'kind', eq: 'claim' } as const }] }
  const isOfHost = (await tx.count('external_accounts', own)) > 0
  return { ...user, isOfHost }
}

async function putPart<P extends PersonalPart>(
  batch: Batch,
  owner: Owner,
  record: Personal,
  name: P,
  left: string | undefined,
): Promise<{ readonly isWritten: boolean; readonly problems: readonly string[] }> {
  const part = personalParts[name]
  if (part.isCredential && owner.isOfHost)
    return { isWritten: false, problems: [`${name}: the host application logs this person in`] }
  const isMerged = part.isMerged === true
  const isChanged = !isMerged && (await stateOf(batch, owner, name)) !== (left ?? hashOf(part.blank))
  if (isChanged && (part.isCredential || !batch.overwrites))
    return { isWritten: false, problems: [`${name}: it was changed here since it came`] }
  return { isWritten: true, problems: await part.write(batch, owner, record[name] as never) }
}

async function stateOf(batch: Batch, owner: Owner, name: PersonalPart): Promise<string> {
  return hashOf(await personalParts[name].read(batch, owner))
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value ?? null), 'base64url')
}
