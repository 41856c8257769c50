// Determines whether any administrator can log in.
import * as z from 'zod'
import { passkeysHere } from '../../auth/passkey.js'
import { withHeirs, type Call } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader } from '../../schema/index.js'

/** No public operation: `Tracker.canBeAdministered` runs it as the system. */
export const findAdministrators = defineRead({
  name: 'tracker.canBeAdministered',
  summary: 'Whether the tracker has an administrator',
  description: 'Whether an administrator has a password, a key, a passkey, or a linked account.',
  access: 'required',
  input: z.strictObject({}),
  output: z.object({ any: z.boolean() }),
  run: async (tx, _input, call) => ({ any: await canBeAdministered(tx, call) }),
})

/** Returns whether there is an administrator who can log in, or for whom a program can. */
export async function canBeAdministered(tx: Reader, call: Call): Promise<boolean> {
  const admin = call.catalogue.groups.named('admin')
  const members = await tx.select({
    from: 'user_groups',
    where: {
      and: [
        { col: 'group_id', in: [...withHeirs(call.catalogue, admin ? [admin.id] : [])] },
        { col: 'kind', in: ['direct', 'pattern'] },
      ],
    },
    columns: ['user_id'],
  })
  const ids = [...new Set(members.map(({ user_id }) => user_id))]
  return (await whoCanLogIn(tx, call, ids)).length > 0
}

/** The enabled users among these with a way to log in. */
export async function whoCanLogIn(tx: Reader, call: Call, ids: readonly number[]): Promise<readonly number[]> {
  const users = await tx.select({
    from: 'users',
    where: {
      and: [
        { col: 'id', in: ids },
        { col: 'login_denied_text', eq: '' },
      ],
    },
    columns: ['id', 'password_hash'],
  })
  const keyless = users.filter(({ password_hash }) => password_hash === null).map(({ id }) => id)
  const [keys, accounts, passkeys] = await Promise.all([
    tx.select({
      from: 'api_keys',
      where: {
        and: [
          { col: 'user_id', in: keyless },
          { col: 'is_revoked', eq: false },
          { col: 'is_read_only', eq: false },
          {
            or: [
              { col: 'expires', eq: null },
              { col: 'expires', gt: call.now },
            ],
          },
        ],
      },
      columns: ['user_id'],
    }),
    tx.select({
      from: 'external_accounts',
      where: { and: [{ col: 'user_id', in: keyless }, { not: { col: 'kind', eq: 'claim' } }] },
      columns: ['user_id'],
    }),
    tx.select({
      from: 'passkeys',
      where: { and: [{ col: 'user_id', in: keyless }, ...passkeysHere(call.catalogue)] },
      columns: ['user_id'],
    }),
  ])
  const others = new Set([...keys, ...accounts, ...passkeys].map(({ user_id }) => user_id))
  return users.filter(({ id, password_hash }) => password_hash !== null || others.has(id)).map(({ id }) => id)
}
