// The options of WebAuthn, in the JSON form that browsers parse.
import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { signFlow, readFlow, type FlowContent } from '../../auth/login-flow.js'
import { passkeyAlgorithms, passkeyHost, passkeyOrigin } from '../../auth/passkey.js'
import type { Call, User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'

/** The name of passkeys among the ways to log in. */
export const byPasskey = 'passkey'

const timeout = 300_000
const keptTransports = z.array(z.string())

const descriptor = z
  .object({
    type: z.string().meta({ description: '`public-key`.' }),
    id: z.string().meta({ description: 'The ID of the credential.' }),
    transports: z.array(z.string()).meta({ description: 'Transports to reach the authenticator.' }),
  })
  .meta({ id: 'PasskeyDescriptor', description: 'A passkey, in the form that browsers take.' })

const common = {
  challenge: z.string().meta({ description: 'The challenge, in base64url.' }),
  timeout: z.int().meta({ description: 'Timeout in milliseconds.' }),
}

export const requestOptions = z.object({
  ...common,
  rpId: z.string().meta({ description: 'The host of the pages.' }),
  userVerification: z.string().meta({ description: '`required`.' }),
  allowCredentials: z.array(descriptor).meta({ description: 'Accepted passkeys; empty for all.' }),
})

export const creationOptions = z.object({
  ...common,
  rp: z
    .object({
      id: z.string().meta({ description: 'The host of the pages.' }),
      name: z.string().meta({ description: 'Display name.' }),
    })
    .meta({ description: 'Site for which the passkey is valid.' }),
  user: z
    .object({
      id: z.string().meta({ description: 'The user handle, in base64url.' }),
      name: z.string().meta({ description: 'Login.' }),
      displayName: z.string().meta({ description: 'Real name, or login.' }),
    })
    .meta({ description: 'Account of the passkey.' }),
  pubKeyCredParams: z
    .array(
      z.object({
        type: z.string().meta({ description: '`public-key`.' }),
        alg: z.int().meta({ description: 'COSE number of the algorithm.' }),
      }),
    )
    .meta({ description: 'Algorithms, preferred one first.' }),
  excludeCredentials: z.array(descriptor).meta({ description: 'Existing passkeys of the user.' }),
  authenticatorSelection: z
    .object({
      residentKey: z.string().meta({ description: '`required`.' }),
      requireResidentKey: z.boolean().meta({ description: 'True.' }),
      userVerification: z.string().meta({ description: '`required`.' }),
    })
    .meta({ description: 'Properties of the authenticator.' }),
  attestation: z.string().meta({ description: '`none`.' }),
})

/** @throws param_required, param_invalid for an origin without passkeys */
export function requireOrigin(call: Pick<Call, 'catalogue'>, given: string | undefined): string {
  const origin = passkeyOrigin(call.catalogue, given)
  if (origin !== undefined) return origin
  if (given === undefined) throw new TrackerError('param_required', { field: 'origin' })
  const problem = 'browsers have passkeys for https and a host name, or http://localhost, at the port of urlbase'
  throw new TrackerError('param_invalid', { field: 'origin', value: given, problem })
}

type Begun = Pick<FlowContent, 'purpose' | 'return_to' | 'session_id'> & { readonly origin: string }

/** Signs a flow of passkeys. */
export function beginFlow({ catalogue, environment, now }: Call, { origin, ...content }: Begun) {
  const whole = { ...content, by: byPasskey, redirect_uri: origin }
  const flow = signFlow(whole, catalogue.secret, environment, now)
  const { challenge } = readFlow(flow, catalogue.secret, now).secrets
  return { flow, rpId: passkeyHost(origin) ?? '', asked: { challenge, timeout } }
}

export async function passkeysOf(tx: Reader, userId: number): Promise<Row<'passkeys'>[]> {
  return tx.select({ from: 'passkeys', where: { col: 'user_id', eq: userId }, order: [{ col: 'id' }] })
}

export function descriptorsOf(passkeys: readonly Row<'passkeys'>[], rpId: string): z.output<typeof descriptor>[] {
  return passkeys
    .filter(({ rp_id }) => rp_id === rpId)
    .map(({ credential_id: id, transports }) => ({
      type: 'public-key',
      id,
      transports: keptTransports.parse(transports),
    }))
}

export const algorithms = passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg }))

/** The same for all passkeys of a user, and without meaning to others. */
export function userHandle({ catalogue }: Pick<Call, 'catalogue'>, { id }: Pick<User, 'id'>): string {
  return createHmac('sha256', catalogue.secret).update(`passkey user\0${id}`).digest('base64url')
}
