// A login at a provider as a signed text, which the browser keeps: beginning one writes nothing.
import { createHmac } from 'node:crypto'
import * as z from 'zod'
import type { LoginAsk } from '../call/login-provider.js'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import { isSameSecret } from '../kernel/same-secret.js'
import { hashSecret } from './secrets.js'

/** How long a flow is valid. */
export const flowMinutes = 10
const randomBytes = 32
/** More than any flow has. Longer ones are not read. */
export const maxFlowLength = 4096

export const flowPurposes = ['login', 'link', 'confirm'] as const
export type FlowPurpose = (typeof flowPurposes)[number]

const payload = z.object({
  random: z.string(),
  // `create`: to add a passkey.
  purpose: z.enum([...flowPurposes, 'create']),
  by: z.string(),
  /** Of a passkey: the origin of the pages. */
  redirect_uri: z.string(),
  return_to: z.string(),
  session_id: z.int().nullable(),
  ends: z.int(),
})

/** The purpose of a login, and where it began. */
export type FlowContent = Omit<z.output<typeof payload>, 'random' | 'ends'>

export interface Flow extends FlowContent {
  readonly ends: Date
  /** Names it in the store. */
  readonly hash: string
  readonly secrets: Pick<LoginAsk, 'state' | 'nonce' | 'code_verifier'> & { readonly challenge: string }
}

/** @throws login_flow_not_valid while the installation has no secret, as after an export without secrets */
export function signFlow(content: FlowContent, secret: string, environment: Environment, now: Date): string {
  if (secret === '') throw new TrackerError('login_flow_not_valid')
  const random = Buffer.from(environment.random(randomBytes)).toString('base64url')
  const ends = now.getTime() + flowMinutes * 60_000
  const body = Buffer.from(JSON.stringify({ random, ...content, ends })).toString('base64url')
  return `${body}.${keyed(secret, 'signature', body)}`
}

/** @throws login_flow_not_valid for a text that is not signed here, or is over */
export function readFlow(text: string, secret: string, now: Date): Flow {
  const end = text.length <= maxFlowLength ? text.lastIndexOf('.') : -1
  const [body, signature] = end === -1 ? ['', ''] : [text.slice(0, end), text.slice(end + 1)]
  if (secret === '' || !isSameSecret(signature, keyed(secret, 'signature', body)))
    throw new TrackerError('login_flow_not_valid')
  const { random: _, ends, ...content } = payload.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (ends <= now.getTime()) throw new TrackerError('login_flow_not_valid')
  const secrets = {
    state: keyed(secret, 'state', body),
    nonce: keyed(secret, 'nonce', body),
    code_verifier: keyed(secret, 'code verifier', body),
    challenge: keyed(secret, 'challenge', body),
  }
  return { ...content, ends: new Date(ends), hash: hashSecret(text), secrets }
}

function keyed(secret: string, label: string, body: string): string {
  return createHmac('sha256', secret).update(`login flow ${label}\0${body}`).digest('base64url')
}
