import { z } from 'zod'
import { findSecondFactor, isOfPasskeys } from '../../auth/second-factor.js'
import { inGroupNamed, requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader } from '../../schema/index.js'

export const getSecondFactor = defineRead({
  name: 'secondFactor.get',
  summary: 'Your two-factor authentication',
  description:
    'Whether logging in to the account of the caller takes a one-time password beside the password, and whether it has ' +
    'to: for members of the group that the parameter second_factor_group names.',
  errors: ['login_required'],
  examples: [
    {
      title: 'Whether new recovery codes are needed soon',
      code: 'const { is_set_up, recovery_codes_left } = await alice.secondFactor.get()',
    },
  ],
  access: 'required',
  isBeforeSecondFactor: true,
  input: z.strictObject({}),
  output: z.object({
    is_set_up: z.boolean().meta({ description: 'Logging in takes a one-time password.' }),
    is_required: z.boolean().meta({
      description:
        'The caller has to have it. Until it is set up, their sessions, API keys and passwords are good for nothing else.',
    }),
    has_authenticator: z.boolean().meta({ description: 'It has an authenticator app, not only passkeys.' }),
    set_up_time: z.date().nullable().meta({ description: 'Since when; null when it is not set up.' }),
    recovery_codes_left: z.int().meta({ description: 'How many recovery codes have not been used.' }),
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
