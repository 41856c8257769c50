import * as z from 'zod'
import { forgetTwoFactors } from '../../auth/links.js'
import { findSecondFactors, forgetSecondFactor } from '../../auth/second-factor.js'
import type { Call, User } from '../../call/context.js'
import { id, list, rawText } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireRefs } from '../../call/define/refs.js'
import { changedObject } from '../../domain/audit/plan.js'
import { forgetPasskeys } from '../../domain/passkeys/change.js'
import { notifyOfSecondFactor } from '../../domain/second-factor/change.js'
import { findUsers } from '../../domain/users/lookup.js'
import { requireMayDisown } from '../../domain/users/plan-update.js'
import { groupBy } from '../../kernel/collections.js'
import { TrackerError } from '../../kernel/errors.js'

export const resetSecondFactor = defineWrite({
  name: 'secondFactor.reset',
  summary: 'Turn two-factor authentication off for others',
  description:
    'For users who have lost both their authenticator app and their recovery codes: logins require only their ' +
    'password from then on. Their passkeys, which count as two factors, are removed, and the sessions that these ' +
    'began end. Verify their identity first, set a password for users without one, and check their linked accounts ' +
    '(`linkedAccounts.get`). They are notified by email.\n\n' +
    'Fails with `auth_failure` without editusers, and for an administrator by a caller who is not one; ' +
    '`params_required` without users; `object_does_not_exist` for a user; `param_invalid` for the caller, who ' +
    'uses `secondFactor.remove`; `second_factor_absent` if none of them has it.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'param_invalid', 'second_factor_absent'],
  examples: [
    {
      title: 'Reset after a lost phone',
      code: "const { users } = await admin.secondFactor.reset({ names: ['carol@example.com'] })",
    },
  ],
  access: 'required',
  scope: 'admin',
  right: { group: 'editusers', action: 'change users' },
  confirms: () => true,
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the users.' }),
    names: list(rawText).default([]).meta({ description: 'Logins of the users.' }),
  }),
  output: z.object({
    users: z.array(changedObject).meta({ description: 'Changes of each user who had it.' }),
  }),
  async run(tx, { ids, names }, call) {
    requireRefs({ ids, names })
    const { found, missing } = await findUsers(tx, call, { ids, names })
    if (missing[0]) throw missing[0]
    refuseOwn(call, found)
    const users = [...new Set(found.map((user) => user.id))]
    const rows = await tx.select({ from: 'user_groups', where: { col: 'user_id', in: users } })
    const rowsOf = groupBy(rows, (row) => row.user_id)
    for (const user of users) requireMayDisown(call, rowsOf.get(user) ?? [])
    const twofold = await findSecondFactors(tx, users)
    if (twofold.size === 0) throw new TrackerError('second_factor_absent', { reason: 'not set up' })
    const changed = []
    for (const user of users) {
      const before = twofold.get(user)
      if (!before) continue
      await forgetSecondFactor(tx, user)
      await forgetPasskeys(tx, call, user)
      await forgetTwoFactors(tx, user)
      changed.push({ id: user, changes: await notifyOfSecondFactor(tx, call, user, { before, isOn: false }) })
    }
    return { users: changed }
  },
})

/** @throws param_invalid for the caller, whose own second factor takes a proof */
function refuseOwn({ who }: Call, users: readonly Pick<User, 'id' | 'login'>[]): void {
  const own = users.find(({ id }) => !who.isSystem && id === who.user?.id)
  if (own)
    throw new TrackerError('param_invalid', {
      field: 'names',
      value: own.login,
      problem: 'use secondFactor.remove for yourself',
    })
}
