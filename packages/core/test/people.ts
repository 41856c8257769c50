// Changes to the people of the test world, written directly to the store, with cached identities invalidated.
import { scryptSync } from 'node:crypto'
import { bumpIdentityVersion } from '../src/setup/catalogue.js'
import type { EntityName, NewRow, Row } from '../src/schema/index.js'
import { inStore } from './bug-rows.js'
import type { World } from './harness.js'

/** People are named by the part of their login before the @. */
const loginOf = (name: string) => `${name}@example.com`

export async function userId({ store }: World, name: string): Promise<number> {
  return inStore(store, async (tx) => {
    const [user] = await tx.select({ from: 'users', where: { col: 'login', eq: loginOf(name) } })
    if (!user) throw new Error(`there is nobody called ${name}`)
    return user.id
  })
}

export async function groupId({ store }: World, name: string): Promise<number> {
  return inStore(store, async (tx) => {
    const [group] = await tx.select({ from: 'groups', where: { col: 'name', eq: name } })
    if (!group) throw new Error(`there is no group ${name}`)
    return group.id
  })
}

export async function changeUser({ store }: World, name: string, columns: Partial<Row<'users'>>): Promise<void> {
  await inStore(store, async (tx) => {
    await tx.update('users', { col: 'login', eq: loginOf(name) }, columns)
    await bumpIdentityVersion(tx)
  })
}

/** With a hash that costs next to nothing: passwords are compared at the cost that they were kept with. */
export async function givePassword(world: World, name: string, password: string): Promise<void> {
  const salt = Buffer.from('sixteen bytes...')
  const hash = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 })
  const password_hash = ['scrypt$16$8$1', salt.toString('base64url'), hash.toString('base64url')].join('$')
  await changeUser(world, name, { password_hash })
}

/** Adds a membership, or with 'bless' the right to grant the group. */
export async function join(world: World, name: string, group: string, kind = 'direct'): Promise<void> {
  const row = { user_id: await userId(world, name), group_id: await groupId(world, group), kind }
  await inStore(world.store, async (tx) => {
    await tx.insert('user_groups', [row])
    await bumpIdentityVersion(tx)
  })
}

export async function add<E extends EntityName>({ store }: World, entity: E, rows: readonly NewRow<E>[]) {
  return inStore(store, (tx) => tx.insert(entity, rows))
}

/** All rows of an entity. */
export async function rowsOf<E extends EntityName>({ store }: World, entity: E) {
  return inStore(store, (tx) => tx.select({ from: entity }))
}
