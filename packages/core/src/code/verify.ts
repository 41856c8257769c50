// Signatures of git hosts.
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../kernel/same-secret.js'
import type { CodeHost, Headers } from './code-event.js'

type Proves = (secret: string, body: Uint8Array, headers: Headers, now: Date) => boolean

/** A recorded request proves nothing for longer. */
const maxSkewSeconds = 300

const proofs: Readonly<Record<CodeHost, readonly Proves[]>> = {
  github: [(secret, body, headers) => isPrefixed(secret, body, headers['x-hub-signature-256'])],
  gitea: [
    (secret, body, headers) => isHex(secret, body, headers['x-gitea-signature']),
    (secret, body, headers) => isPrefixed(secret, body, headers['x-hub-signature-256']),
  ],
  forgejo: [
    (secret, body, headers) => isHex(secret, body, headers['x-forgejo-signature'] ?? headers['x-gitea-signature']),
    (secret, body, headers) => isPrefixed(secret, body, headers['x-hub-signature-256']),
  ],
  gitlab: [(secret, _body, headers) => isSameSecret(headers['x-gitlab-token'] ?? '', secret), isStandard],
}

/** The header with the signature of a request, or with the secret itself. */
export function signatureIn(host: CodeHost, headers: Headers): string | undefined {
  if (host === 'gitlab') return headers['x-gitlab-token'] ?? headers['webhook-signature']
  return headers[`x-${host}-signature`] ?? headers['x-gitea-signature'] ?? headers['x-hub-signature-256']
}

/** Returns true if one of the secrets has signed the body. */
export function isSigned(
  { host, headers, body }: { readonly host: CodeHost; readonly headers: Headers; readonly body: Uint8Array },
  secrets: readonly string[],
  now: Date,
): boolean {
  if (signatureIn(host, headers) === undefined) return false
  return secrets.some((secret) => proofs[host].some((proves) => proves(secret, body, headers, now)))
}

function isHex(secret: string, body: Uint8Array, given: string | undefined): boolean {
  return isSameSecret(given ?? '', createHmac('sha256', secret).update(body).digest('hex'))
}

function isPrefixed(secret: string, body: Uint8Array, given: string | undefined): boolean {
  return given?.startsWith('sha256=') === true && isHex(secret, body, given.slice('sha256='.length))
}

/** As Standard Webhooks sign. Only these sign the time. */
function isStandard(secret: string, body: Uint8Array, headers: Headers, now: Date): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = headers
  if (id === undefined || timestamp === undefined || given === undefined) return false
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= maxSkewSeconds
  if (!isNow) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return given.split(' ').some((one) => isSameSecret(one, `v1,${expected}`))
}
