// The group that logs in with a password must have an administrator, for when no provider responds.
import { withHeirs, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

/** The embedding program can log in as any user, so it is not checked. @throws param_invalid */
export async function requireEmergencyLogin(tx: Reader, call: Call, name: string | undefined): Promise<void> {
  if (name === undefined || name === '' || call.who.isSystem) return
  const [admins, members] = [await membersOf(tx, call, 'admin'), await membersOf(tx, call, name)]
  const ids = [...admins].filter((id) => members.has(id))
  const where = {
    and: [
      { col: 'id', in: ids } as const,
      { col: 'login_denied_text', eq: '' } as const,
      { not: { col: 'password_hash', eq: null } as const },
    ],
  }
  if ((await tx.count('users', where)) > 0) return
  throw new TrackerError('param_invalid', {
    field: 'parameters.password_login_group',
    value: name,
    accepted: 'a group with an administrator who has a password',
  })
}

async function membersOf(tx: Reader, { catalogue }: Call, name: string): Promise<Set<number>> {
  const group = catalogue.groups.named(name)
  const kind = { col: 'kind', in: ['direct', 'pattern'] } as const
  const group_id = { col: 'group_id', in: [...withHeirs(catalogue, group ? [group.id] : [])] } as const
  const rows = await tx.select({ from: 'user_groups', where: { and: [group_id, kind] }, columns: ['user_id'] })
  return new Set(rows.map(({ user_id }) => user_id))
}
