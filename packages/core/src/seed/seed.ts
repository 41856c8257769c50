// The content of a fresh installation.
import { insertOne } from '../schema/insert-one.js'
import { givenKey } from '../domain/api-keys/inputs.js'
import { newKeyRow } from '../domain/api-keys/new-key.js'
import { relationKinds } from '../domain/groups/relations.js'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import type { TrackerSchema, Writer } from '../schema/index.js'
import { lastBreaking } from '../schema/known-migrations.js'
import { hashPassword, randomText } from '../auth/secrets.js'
import { fold, type Store } from '../store/index.js'
import { newEpoch } from '../feed/epoch.js'
import { isMailAddress } from '../auth/login-name.js'
import { requireStrongPassword } from '../auth/password.js'
import { standardWorkflow } from '../setup/standard-fields.js'
import { insertStandardFields } from './standard-fields.js'
import { inheritedGroups, systemGroups } from '../setup/system-groups.js'

/** The administrator of a fresh installation. */
export interface FirstAdministrator {
  /** The ID of the account, for trackers that import people with their IDs. Default: 1. */
  readonly id?: number | undefined
  /** Default: admin@example.com. */
  readonly login?: string | undefined
  /** Default: Administrator. */
  readonly real_name?: string | undefined
  /** At least 6 characters. Without one the account cannot log in with a password until one is set. */
  readonly password?: string | undefined
  /** An API key: at least 16 letters and digits. Without one there is none until one is created. */
  readonly api_key?: string | undefined
}

const defaultLogin = 'admin@example.com'

/**
 * Fills a store that has never been used, in one transaction: whoever finds it set up finds the administrator with password and
 * key. Returns whether it did. Two processes may try at once: one of them does it, and calls `beforeCommit` as its last step.
 * @throws illegal_email_address, password_too_short, param_invalid for the key
 */
export async function seed(
  store: Store<TrackerSchema>,
  environment: Environment,
  administrator: FirstAdministrator | null = {},
  beforeCommit: () => void = () => undefined,
): Promise<boolean> {
  if ((await store.read((tx) => tx.count('installation'))) > 0) return false
  if (administrator) requireUsable(administrator)
  const password = administrator?.password
  const passwordHash = password === undefined ? null : await hashPassword(environment, password)
  return store.write(async (tx) => {
    if ((await tx.count('installation')) > 0) return false
    await seedInstallation(tx, environment)
    await insertStandardFields(tx)
    await seedWorkflow(tx)
    await seedGroups(tx)
    if (administrator) await seedAdministrator(tx, environment.clock(), administrator, passwordHash)
    // No other process can be initializing this store now, and a crash leaves nothing unreported.
    beforeCommit()
    return true
  })
}

function requireUsable({ login = defaultLogin, password, api_key }: FirstAdministrator): void {
  if (!isMailAddress(login))
    throw new TrackerError('illegal_email_address', { field: 'administrator.login', value: login })
  if (password !== undefined) requireStrongPassword(password, 'administrator.password')
  if (api_key === undefined || givenKey.safeParse(api_key).success) return
  throw new TrackerError('param_invalid', {
    field: 'administrator.api_key',
    accepted: 'at least 16 letters and digits',
  })
}

async function seedInstallation(tx: Writer, environment: Environment): Promise<void> {
  await tx.insert('installation', [
    {
      id: 1,
      catalogue_version: 1,
      identity_version: 1,
      schema_version: lastBreaking,
      change_seq: 0,
      feed_epoch: newEpoch(environment),
      secret: randomText(environment, 43),
      creation_time: environment.clock(),
    },
  ])
  await tx.insert('classifications', [
    {
      id: 1,
      name: 'Unclassified',
      name_folded: fold('Unclassified'),
      description: 'Not assigned to any classification',
      sort_key: 0,
    },
  ])
}

async function seedWorkflow(tx: Writer): Promise<void> {
  const field = { some: 'field', where: { col: 'name', eq: 'bug_status' } } as const
  const statuses = await tx.select({ from: 'legal_values', where: field, columns: ['id', 'name'] })
  const statusIds = new Map(statuses.map(({ id, name }) => [name, id]))
  const transitions = Object.entries(standardWorkflow).flatMap(([from, targets]) =>
    targets.map((to) => [from, to] as const),
  )
  await tx.insert(
    'status_workflow',
    transitions.map(([from, to]) => ({
      from_status_id: statusIds.get(from) ?? 0,
      to_status_id: statusIds.get(to) as number,
      require_comment: false,
    })),
  )
}

async function seedGroups(tx: Writer): Promise<void> {
  const ids = await tx.insert(
    'groups',
    systemGroups.map(({ name, description, user_regexp = '' }) => ({
      name,
      name_folded: fold(name),
      description,
      is_bug_group: false,
      user_regexp,
      is_active: true,
    })),
  )
  const idOf = new Map(systemGroups.map((group, index) => [group.name, ids[index] as number]))
  const admin = idOf.get('admin') as number
  const inherited = inheritedGroups.map(([member, of]) => ({
    member_group_id: idOf.get(member) as number,
    group_id: idOf.get(of) as number,
    kind: 'membership',
  }))
  const ofAdmin = ids.flatMap((id) =>
    relationKinds
      .filter((kind) => id !== admin || kind !== 'membership')
      .map((kind) => ({
        member_group_id: admin,
        group_id: id,
        kind,
      })),
  )
  await tx.insert('group_inheritance', [...inherited, ...ofAdmin])
}

async function seedAdministrator(
  tx: Writer,
  now: Date,
  { id, login = defaultLogin, real_name: realName = 'Administrator', api_key }: FirstAdministrator,
  passwordHash: string | null,
): Promise<void> {
  const userId = await insertOne(tx, 'users', {
    ...(id !== undefined && { id }),
    login,
    login_folded: fold(login),
    real_name: realName,
    real_name_folded: fold(realName),
    password_hash: passwordHash,
    email_enabled: true,
    login_denied_text: '',
    creation_time: now,
  })
  const groups = await tx.select({ from: 'groups', columns: ['id', 'name'] })
  const idOf = (name: string) => groups.find((group) => group.name === name)?.id as number
  await tx.insert('user_groups', [
    { user_id: userId, group_id: idOf('admin'), kind: 'direct' },
    { user_id: userId, group_id: idOf('admin'), kind: 'bless' },
    { user_id: userId, group_id: idOf('editusers'), kind: 'direct' },
    { user_id: userId, group_id: idOf('editbugs'), kind: 'pattern' },
  ])
  await tx.insert('parameters', [{ name: 'maintainer', value: login }])
  const description = 'First key of the administrator'
  if (api_key !== undefined) await tx.insert('api_keys', [newKeyRow({ userId, key: api_key, now, description })])
}
