// A passkey proves who uses the browser, outside of transactions: a copy of it is reported whatever becomes of the call.
import type { Flow } from '../../auth/login-flow.js'
import { passkeyHost, readSignedAnswer, type AuthenticatorState } from '../../auth/passkey.js'
import { logSignIn } from '../../auth/sign-in-log.js'
import { writeFactsNow } from '../../call/mail-outbox.js'
import type { Preparation } from '../../call/define/operation.js'
import { retrying } from '../../call/retry.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'
import { requireKnownSchema, writeToKnownSchema } from '../../schema/known-migrations.js'
import { signedAnswer } from './inputs.js'

export interface ProvenPasskey {
  readonly flow: Flow
  readonly passkey: Row<'passkeys'>
  readonly state: AuthenticatorState
}

/** @throws login_flow_not_valid for a used flow, passkey_not_valid */
export async function provePasskey(preparation: Preparation, flow: Flow, answer: unknown): Promise<ProvenPasskey> {
  const { data } = signedAnswer.safeParse(answer)
  const { store, environment } = preparation
  const { isUsed, passkey } = await retrying(environment, () => store.read((tx) => readFacts(tx, flow, data?.id ?? '')))
  if (isUsed) throw new TrackerError('login_flow_not_valid')
  const { redirect_uri: origin, secrets } = flow
  const isOfAccount = passkey && (data?.response.userHandle ?? passkey.user_handle) === passkey.user_handle
  if (!data || !isOfAccount || passkey.rp_id !== passkeyHost(origin)) throw notValid()
  const state = readSignedAnswer(data, { challenge: secrets.challenge, origin }, passkey)
  if (!state) throw notValid()
  if ((state.counter > 0 || passkey.counter > 0) && state.counter <= passkey.counter) {
    await reportCopy(preparation, passkey)
    throw notValid()
  }
  return { flow, passkey, state }
}

async function readFacts(tx: Reader, { hash }: Flow, credential_id: string) {
  await requireKnownSchema(tx)
  const isUsed = (await tx.count('login_flows', { col: 'flow_hash', eq: hash })) > 0
  const [passkey] = await tx.select({ from: 'passkeys', where: { col: 'credential_id', eq: credential_id } })
  return { isUsed, passkey }
}

/** An authenticator counts: what counts less is a copy, or has one. */
async function reportCopy({ store, environment, address }: Preparation, { user_id, name }: Row<'passkeys'>) {
  const now = environment.clock()
  const details = { what: 'passkey_copied', name } as const
  await retrying(environment, () =>
    writeToKnownSchema(store, async (tx) => {
      await logSignIn(tx, { event: 'passkey_refused', userId: user_id, by: null, address }, now)
      await writeFactsNow(tx, now, [{ to: { user_id }, details }])
    }),
  )
}

export function notValid(): TrackerError {
  return new TrackerError('passkey_not_valid', { reason: 'wrong' })
}
