// Checks what authenticators sign (WebAuthn). Browsers give the public key as SPKI, so no CBOR is read.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { Row, Where } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'

/** The answer must be for this challenge, on pages of this origin. */
export interface PasskeyQuestion {
  readonly challenge: string
  readonly origin: string
}

export interface RegisteredKey {
  readonly id: string
  readonly type: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly publicKey?: string | undefined
    readonly publicKeyAlgorithm: number
  }
}

export interface SignedAnswer {
  readonly type: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
  }
}

/** The state of an authenticator as it has signed. */
export interface AuthenticatorState {
  readonly counter: number
  readonly is_backed_up: boolean
}

/** As COSE numbers them, the preferred one first: ES256, EdDSA, RS256. */
export const passkeyAlgorithms = [-7, -8, -257] as const

const flags = { present: 0x01, verified: 0x04, mayBeBackedUp: 0x08, backedUp: 0x10, credential: 0x40, extensions: 0x80 }
const length = { head: 37, credentialAt: 55, credential: 1023 }
const rsa = { least: 2048, most: 4096, exponent: 65_537n }

/** The host for which passkeys of these pages are made; undefined if browsers make none there. */
export function passkeyHost(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  const { origin: normal, protocol, hostname } = new URL(origin)
  const isAddress = hostname.startsWith('[') || /(^|\.)[0-9]+$/.test(hostname)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  return normal === origin && isSecure && !isAddress ? hostname : undefined
}

/** The origin of the pages, given or by urlbase; undefined if it can have no passkeys. */
export function passkeyOrigin({ parameters: { urlbase } }: Catalogue, given: string | undefined): string | undefined {
  const own = URL.canParse(urlbase) ? new URL(urlbase).origin : ''
  const origin = given ?? own
  const host = passkeyHost(origin)
  // Another port of the host may be another program, on whose pages browsers offer the same passkeys.
  const isForeign = origin !== own && host === passkeyHost(own)
  return host === undefined || isForeign ? undefined : origin
}

/** The passkeys that log in at urlbase: after a move to another host, those from before do not. */
export function passkeysHere(catalogue: Catalogue): readonly Where<'passkeys'>[] {
  const rp_id = passkeyHost(passkeyOrigin(catalogue, undefined) ?? '')
  return rp_id === undefined ? [] : [{ col: 'rp_id', eq: rp_id }]
}

/** Undefined if the answer does not hold. */
export function readRegistration(
  { id, type, response }: RegisteredKey,
  question: PasskeyQuestion,
): (Pick<Row<'passkeys'>, 'public_key' | 'algorithm'> & AuthenticatorState) | undefined {
  const data = decoded(response.authenticatorData)
  const [credential, spki] = [decoded(id), decoded(response.publicKey ?? '')]
  if (type !== 'public-key' || !data || !credential || !spki) return undefined
  if (!isClientData(decoded(response.clientDataJSON), 'webauthn.create', question)) return undefined
  const state = readState(data, question)
  const size = data.length >= length.credentialAt ? data.readUInt16BE(length.credentialAt - 2) : 0
  const signed = data.subarray(length.credentialAt, length.credentialAt + size)
  const hasCredential = state?.has(flags.credential) && size > 0 && size <= length.credential
  if (!state || !hasCredential || !signed.equals(credential)) return undefined
  const algorithm = response.publicKeyAlgorithm
  if (!readKey(spki, algorithm)) return undefined
  const { counter, is_backed_up } = state
  return { public_key: spki.toString('base64url'), algorithm, counter, is_backed_up }
}

/** Undefined if the passkey has not signed this answer to the question. */
export function readSignedAnswer(
  { type, response }: SignedAnswer,
  question: PasskeyQuestion,
  { public_key, algorithm }: Pick<Row<'passkeys'>, 'public_key' | 'algorithm'>,
): AuthenticatorState | undefined {
  const [client, data] = [decoded(response.clientDataJSON), decoded(response.authenticatorData)]
  const [signature, key] = [decoded(response.signature), readKey(Buffer.from(public_key, 'base64url'), algorithm)]
  if (type !== 'public-key' || !client || !data || !signature || !key) return undefined
  if (!isClientData(client, 'webauthn.get', question)) return undefined
  const state = readState(data, question)
  if (!state || state.has(flags.credential) || data.length > length.head !== state.has(flags.extensions))
    return undefined
  const digest = algorithm === -8 ? null : 'sha256'
  if (!verify(digest, Buffer.concat([data, sha256(client)]), key, signature)) return undefined
  return { counter: state.counter, is_backed_up: state.is_backed_up }
}

function isClientData(bytes: Buffer | undefined, type: string, { challenge, origin }: PasskeyQuestion): boolean {
  try {
    const data = JSON.parse(bytes?.toString() ?? '') as Readonly<Record<string, unknown>> | null
    const isOfPage = data?.['origin'] === origin && (data['crossOrigin'] ?? false) === false
    return isOfPage && data['type'] === type && data['challenge'] === challenge
  } catch {
    return false
  }
}

/** The person was there and has proven it, on pages of this host. */
function readState(data: Buffer, { origin }: PasskeyQuestion) {
  const host = passkeyHost(origin)
  if (host === undefined || data.length < length.head || !data.subarray(0, 32).equals(sha256(host))) return undefined
  const has = (flag: number) => ((data[32] ?? 0) & flag) !== 0
  if (!has(flags.present) || !has(flags.verified)) return undefined
  if (has(flags.backedUp) && !has(flags.mayBeBackedUp)) return undefined
  return { has, counter: data.readUInt32BE(33), is_backed_up: has(flags.backedUp) }
}

/** Undefined for a key of another algorithm, or one that takes long to check. */
function readKey(spki: Buffer, algorithm: number): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key
    const { namedCurve, modulusLength = 0, publicExponent = 0n } = details
    const isSound = modulusLength >= rsa.least && modulusLength <= rsa.most && publicExponent <= rsa.exponent
    const isRight =
      (algorithm === -7 && type === 'ec' && namedCurve === 'prime256v1') ||
      (algorithm === -8 && type === 'ed25519') ||
      (algorithm === -257 && type === 'rsa' && isSound)
    return isRight ? key : undefined
  } catch {
    return undefined
  }
}

/** Only in the one way in which browsers write it. */
function decoded(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : undefined
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}
