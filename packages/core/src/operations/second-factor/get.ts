import * as z from 'zod'
import { findSecondFactor, isOfPasskeys } from '../../auth/second-factor.js'
import { inGroupNamed, requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader } from '../../schema/index.js'

export const getSecondFactor = defineRead({
  name: 'secondFactor.get',
  summary: 'Get your two-factor authentication',
  description:
    'Returns whether the caller has two-factor authentication, and whether it is required, as for ' +
    'members of the group in the parameter second_factor_group.',
  errors: ['login_required'],
  examples: [
    {
      title: 'Check whether new recovery codes are needed soon',
      code: 'const { is_set_up, recovery_codes_left } = await alice.secondFactor.get()',
    },
  ],
  access: 'required',
  isBeforeSecondFactor: true,
  input: z.strictObject({}),
  output: z.object({
    is_set_up: z.boolean().meta({ description: 'Whether two-factor authentication is set up.' }),
    is_required: z.boolean().meta({
      description:
        "Whether it is required. Until it is set up, the caller's sessions, API keys and password can only " +
        'be used to set it up.',
    }),
    has_authenticator: z.boolean().meta({ description: 'Whether an authenticator app is set up, not only passkeys.' }),
    set_up_time: z.date().nullable().meta({ description: 'Time when it was set up; null if it is not.' }),
    recovery_codes_left: z.int().meta({ description: 'Number of unused recovery codes.' }),
  }),
  async run(tx, _input, { who, catalogue }) {
    const { id, password_hash } = requireUser(who)
    const factor = await findSecondFactor(tx, id)
    const left = factor ? await tx.count('recovery_codes', { col: 'user_id', eq: id }) : 0
    const isMember = inGroupNamed({ ...who, isSystem: false }, catalogue, catalogue.parameters.second_factor_group)
    return {
      is_set_up: factor !== undefined,
      is_required: isMember && (password_hash !== null || (await hasProvider(tx, id))),
      has_authenticator: factor !== undefined && !isOfPasskeys(factor),
      set_up_time: factor?.confirmed_time ?? null,
      recovery_codes_left: left,
    }
  },
})

async function hasProvider(tx: Reader, user_id: number): Promise<boolean> {
  const kind = { col: 'kind', in: ['linked', 'managed'] } as const
  return (await tx.count('external_accounts', { and: [{ col: 'user_id', eq: user_id }, kind] })) > 0
}
