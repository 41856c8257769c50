import * as z from 'zod'
import { isMember } from '../../auth/directory-login.js'
import { maxFlowLength, readFlow } from '../../auth/login-flow.js'
import { requireLogin } from '../../auth/logins.js'
import { reportPassword } from '../../auth/password-use.js'
import { proveLogin, type ProvenLogin } from '../../auth/password-login.js'
import { proveOneTimePassword } from '../../auth/second-proof.js'
import { systemCaller, type Call, type User } from '../../call/context.js'
import { limited, word } from '../../call/define/inputs.js'
import { defineWrite, type Preparation } from '../../call/define/operation.js'
import type { Login } from '../../call/login-provider.js'
import { retrying } from '../../call/retry.js'
import {
  closed,
  closeFlow,
  mostFlowFailures,
  personOf,
  requireOpenFlow,
  type KeptPerson,
} from '../../domain/logins/flow-rows.js'
import { followProvider } from '../../domain/logins/follow.js'
import { findIdentity, linkIdentity } from '../../domain/logins/identities.js'
import { requireFactorOf } from '../../domain/logins/link.js'
import { doneAs, requireEnabled } from '../../domain/logins/log-in.js'
import { loginOutcome } from '../../domain/logins/outcome.js'
import { requireStillProven } from '../../domain/sessions/prove-again.js'
import { isTrackerError, TrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'

export const completeLogin = defineWrite({
  name: 'logins.complete',
  summary: 'Complete the proof of a login',
  description:
    'Completes a login at a provider with the one-time password of the account, or with the password of the account ' +
    'that has the address, which is then linked. Wrong passwords count as in any login; wrong one-time passwords ' +
    'count separately, with the same limits. After five the flow is no longer valid.\n\n' +
    'Fails as logging in does for a wrong proof; `login_flow_not_valid`; `second_factor_not_set_up` for an ' +
    'account that must set up two-factor authentication before it is linked, and can log in with its password for that.',
  errors: ['login_flow_not_valid', 'login_provider_unknown', 'login_refused', 'second_factor_not_set_up'],
  examples: [
    {
      title: 'With the password of the account that has the address',
      code: "const { token } = await tracker.as(null).logins.complete({ flow: 'eyJyYW5kb20i.Zm9yZ2Vk', password })",
    },
  ],
  isSecret: true,
  access: 'exempt',
  input: z.strictObject({
    flow: limited(z.string(), maxFlowLength).meta({ description: 'Flow of `logins.begin`.' }),
    password: word.optional().meta({ description: 'Password, after the outcome `password`.' }),
    otp: word.optional().meta({
      description: 'With two-factor authentication: the six digits from the authenticator app, or a recovery code.',
    }),
  }),
  output: loginOutcome,
  // Wrong proofs are counted, whatever becomes of a transaction.
  isApart: () => true,
  mayPrepare: openFlow,
  async prepare(input, preparation, call) {
    const row = await preparation.store.read((tx) => openFlow(tx, input, call))
    try {
      return await prove(preparation, row, input)
    } catch (error) {
      if (isTrackerError(error, 'invalid_login_or_password', 'second_factor_wrong'))
        await countFailure(preparation, row)
      throw error
    }
  },
  async run(tx, input, call, proven) {
    const { by, return_to } = readFlow(input.flow, call.catalogue.secret, call.now)
    const login = requireLogin(call.logins, by)
    const row = await openFlow(tx, input, call)
    requireMemberStill(login, row)
    const user = await requireEnabled(tx, row.user_id)
    await requireStillProven(tx, user, proven)
    const person = personOf(row)
    await closeFlow(tx, row)
    if (row.stage === 'password' && !proven.person) reportPassword(call, user)
    const own: Call = { ...call, who: systemCaller(call.catalogue, null), sessionIds: [] }
    if (row.stage === 'password' && person) {
      await requireFactorOf(tx, call, user, proven.hasSecondFactor)
      const { id } = user
      await linkIdentity(tx, own, login, person, { id, with: proven.hasSecondFactor ? 'two_factors' : 'one_factor' })
      await followProvider(tx, own, login, { groups: person.groups }, user)
    } else if (person) {
      await requireLinked(tx, login, person, user)
      await followProvider(tx, own, login, person, user)
    }
    // A password has linked the account at the provider, which is therefore no second factor here.
    const session = { id: user.id, isTwofold: proven.hasSecondFactor, shownAs: person?.shown_as ?? '' }
    return { return_to, ...(await doneAs(tx, call, login, session)) }
  },
})

/** The account may have been unlinked since the provider has proven the person. @throws login_flow_not_valid */
async function requireLinked(tx: Reader, login: Login, { subject }: KeptPerson, { id }: User): Promise<void> {
  const identity = await findIdentity(tx, login.provider.issuer, subject)
  if (identity?.user_id !== id || identity.kind === 'claim') throw new TrackerError('login_flow_not_valid')
}

interface Given {
  readonly flow: string
  readonly password?: string | undefined
  readonly otp?: string | undefined
}

type OpenFlow = Row<'login_flows'> & { readonly user_id: number }

/** @throws login_flow_not_valid */
async function openFlow(tx: Reader, { flow }: Given, { catalogue, now, logins }: Call): Promise<OpenFlow> {
  const read = readFlow(flow, catalogue.secret, now)
  const row = await requireOpenFlow(tx, read, now)
  // The name of the provider may be that of another by now.
  if (row.issuer !== requireLogin(logins, read.by).provider.issuer) throw new TrackerError('login_flow_not_valid')
  return row
}

/** Another group may be required by now. @throws login_refused */
function requireMemberStill(login: Login, row: OpenFlow): void {
  const person = personOf(row)
  if (person && !isMember(login, person)) throw new TrackerError('login_refused', { reason: 'not_allowed' })
}

async function prove(
  preparation: Preparation,
  { user_id, stage }: OpenFlow,
  { password, otp }: Given,
): Promise<ProvenLogin> {
  const [user] = await preparation.store.read((tx) => tx.select({ from: 'users', where: { col: 'id', eq: user_id } }))
  if (!user) throw new TrackerError('login_flow_not_valid')
  if (stage === 'second_factor') {
    await proveOneTimePassword(preparation, user, otp)
    return { id: user_id, password_hash: user.password_hash, hasSecondFactor: true }
  }
  if (password === undefined) throw new TrackerError('param_required', { field: 'password' })
  return proveLogin(preparation, { login: user.login, password, otp })
}

async function countFailure({ environment, store }: Preparation, { id }: OpenFlow): Promise<void> {
  const same = { col: 'id', eq: id } as const
  await retrying(environment, () =>
    writeToKnownSchema(store, async (tx) => {
      const [{ failures } = { failures: 0 }] = await tx.select({ from: 'login_flows', where: same })
      if (failures + 1 >= mostFlowFailures) await tx.update('login_flows', same, closed)
      else await tx.update('login_flows', same, { failures: failures + 1 })
    }),
  )
}
