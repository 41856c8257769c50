import * as z from 'zod'
import { maxFlowLength, readFlow, type Flow } from '../../auth/login-flow.js'
import { passkeyHost, readRegistration } from '../../auth/passkey.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { inGroupNamed, requireUser, type Call } from '../../call/context.js'
import { limited } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { takeFlow } from '../../domain/logins/flow-rows.js'
import { notifyOfPasskey, requireRoom, turnFactorOn } from '../../domain/passkeys/change.js'
import { passkeyName, registeredKey } from '../../domain/passkeys/inputs.js'
import { byPasskey, userHandle } from '../../domain/passkeys/options.js'
import { notValid } from '../../domain/passkeys/prove.js'
import { currentPassword } from '../../domain/second-factor/inputs.js'
import {
  proveOwner,
  requireConfirmedSession,
  requireOwnProof,
  requireStillProven,
} from '../../domain/sessions/prove-again.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { insertOne } from '../../schema/insert-one.js'

export const createPasskey = defineWrite({
  name: 'passkeys.create',
  summary: 'Add a passkey',
  description:
    'Adds the passkey that the browser has created, by which the caller can then log in without a password. It ' +
    'counts as two factors. With `is_second_factor`, or if the caller is a member of the group second_factor_group, ' +
    'and two-factor authentication is not set up yet, it is turned on: the password is no longer enough, and ' +
    'other sessions end. That requires `current_password`. The caller is notified by email.\n\n' +
    'Fails with `login_flow_not_valid`; `passkey_not_valid` for an answer that is not valid, a kind of key that the ' +
    'browser does not know, or more than 20 passkeys; `login_required` without a session; as logging in does for a ' +
    'wrong password.',
  errors: ['login_required', 'login_flow_not_valid', 'passkey_not_valid', 'param_required', 'text_too_long'],
  examples: [
    {
      title: 'With the JSON of the browser',
      code:
        "const flow = 'eyJyYW5kb20i.Zm9yZ2Vk'\n" +
        "const response = { clientDataJSON: 'e30', authenticatorData: 'SZYN', publicKey: 'MFkw', publicKeyAlgorithm: -7 }\n" +
        "const answer = { id: 'wK3f', type: 'public-key', response }\n" +
        "const { id } = await alice.passkeys.create({ flow, answer, name: 'Laptop' })",
    },
  ],
  isSecret: true,
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  confirms: () => true,
  input: z.strictObject({
    flow: limited(z.string(), maxFlowLength).meta({ description: 'Flow of `passkeys.begin`.' }),
    answer: registeredKey,
    name: passkeyName,
    is_second_factor: z
      .boolean()
      .default(false)
      .meta({ description: 'Require a second factor for logins with the password from now on. Defaults to false.' }),
    current_password: currentPassword,
  }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the passkey.' }),
    recovery_codes: z.array(z.string()).optional().meta({
      description: 'If two-factor authentication was turned on, ten single-use codes that replace a passkey.',
    }),
  }),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  async mayPrepare(tx, input, call) {
    await requireFlow(tx, call, input)
    if (await turnsFactorOn(tx, input, call)) requireOwnProof(call, input)
  },
  async prepare(input, preparation, call) {
    const turnsOn = await preparation.store.read((tx) => turnsFactorOn(tx, input, call))
    return turnsOn ? proveOwner(preparation, call, input) : undefined
  },
  async run(tx, input, call, proven) {
    const { answer, name } = input
    const user = requireUser(call.who)
    const flow = await requireFlow(tx, call, input)
    const turnsOn = await turnsFactorOn(tx, input, call)
    if (turnsOn) await requireStillProven(tx, requireOwnProof(call, input), proven)
    await takeFlow(tx, flow, { stage: 'used', user_id: user.id }, call.now)
    requireRoom(await tx.count('passkeys', { col: 'user_id', eq: user.id }))
    if (answer.response.publicKey === undefined) throw new TrackerError('passkey_not_valid', { reason: 'unsupported' })
    const { redirect_uri: origin, secrets } = flow
    const read = readRegistration(answer, { challenge: secrets.challenge, origin })
    const { id: credential_id, response } = answer
    if (!read || (await tx.count('passkeys', { col: 'credential_id', eq: credential_id })) > 0) throw notValid()
    const ofUser = { user_id: user.id, user_handle: userHandle(call, user), name, creation_time: call.now }
    const ofHost = { credential_id, rp_id: passkeyHost(origin) ?? '', transports: response.transports }
    const id = await insertOne(tx, 'passkeys', { ...read, ...ofUser, ...ofHost, last_used: null })
    const recovery_codes = turnsOn ? await turnFactorOn(tx, call, user.id) : undefined
    await notifyOfPasskey(tx, call, user.id, { name, is_added: true, changesFactor: turnsOn })
    return { id, ...(recovery_codes && { recovery_codes }) }
  },
})

interface Wanted {
  readonly flow: string
  readonly is_second_factor: boolean
}

/** The flow of `passkeys.begin` in the session of the call. @throws login_flow_not_valid, as requireConfirmedSession */
async function requireFlow(tx: Reader, call: Call, { flow: text }: Wanted): Promise<Flow> {
  const flow = readFlow(text, call.catalogue.secret, call.now)
  const isOurs = flow.purpose === 'create' && flow.by === byPasskey && flow.session_id !== null
  const sessionIds = await requireConfirmedSession(tx, call)
  if (!isOurs || !sessionIds.includes(flow.session_id ?? 0)) throw new TrackerError('login_flow_not_valid')
  return flow
}

async function turnsFactorOn(tx: Reader, { is_second_factor }: Wanted, { who, catalogue }: Call): Promise<boolean> {
  const isMember = inGroupNamed({ ...who, isSystem: false }, catalogue, catalogue.parameters.second_factor_group)
  return (is_second_factor || isMember) && !(await findSecondFactor(tx, requireUser(who).id))
}
