// A new account: its row, the groups that its login name belongs to, and the word in the audit log.
import { auditCreation } from '../audit/write.js'
import type { Call } from '../../call/context.js'
import { insertOne } from '../../schema/insert-one.js'
import type { Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { groupsByPattern, requireMayJoin } from './pattern-groups.js'

interface NewAccount {
  readonly login: string
  readonly full_name: string
  readonly password_hash: string | null
}

/**
 * Inserts an account and returns its ID. The caller ensures that the login is valid and free.
 * @throws auth_failure for a login name that belongs to a group the caller may not grant
 */
export async function insertAccount(tx: Writer, call: Call, account: NewAccount): Promise<number> {
  const { login, full_name, password_hash } = account
  const groups = groupsByPattern(call.catalogue, login)
  requireMayJoin(call, groups)
  const id = await insertOne(tx, 'users', {
    login,
    login_folded: fold(login),
    real_name: full_name,
    real_name_folded: fold(full_name),
    password_hash,
    email_enabled: true,
    login_denied_text: '',
    creation_time: call.now,
  })
  await tx.insert(
    'user_groups',
    groups.map((group_id) => ({ user_id: id, group_id, kind: 'pattern' })),
  )
  await auditCreation(tx, call, 'users', id, login)
  return id
}
