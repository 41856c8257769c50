// An authenticator of tests: it makes passkeys and signs with them as browsers do, and can lie.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export type KeyKind = 'ES256' | 'EdDSA' | 'RS256'

interface Lies {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  readonly crossOrigin?: boolean
  readonly rpId?: string
  readonly flags?: number
  readonly counter?: number
  readonly id?: string
  readonly userHandle?: string
  readonly key?: KeyObject
  /** Bytes after the data that every answer has. */
  readonly tail?: Buffer
}

const algorithms = { ES256: -7, EdDSA: -8, RS256: -257 } as const
export const present = 0x01
export const verified = 0x04
const credentialFlag = 0x40

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

export function keysOf(kind: KeyKind) {
  if (kind === 'EdDSA') return generateKeyPairSync('ed25519')
  if (kind === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** `counts: false`: as those of vendors that keep passkeys in an account. */
export function testAuthenticator(
  origin: string,
  { kind = 'ES256', counts = true }: { readonly kind?: KeyKind; readonly counts?: boolean } = {},
) {
  const { publicKey, privateKey } = keysOf(kind)
  const id = randomBytes(16)
  let [counter, userHandle] = [0, '']
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin,
        crossOrigin: false,
        ...pick(lies, ['type', 'challenge', 'origin', 'crossOrigin']),
      }),
    )
  const data = (flags: number, lies: Lies) => {
    const head = Buffer.alloc(37)
    sha256(lies.rpId ?? new URL(lies.origin ?? origin).hostname).copy(head)
    head[32] = lies.flags ?? flags
    head.writeUInt32BE(lies.counter ?? (counts ? ++counter : 0), 33)
    return head
  }
  return {
    id: id.toString('base64url'),
    publicKey,
    privateKey,
    /** The answer to the options of `passkeys.begin`. */
    create(
      { challenge, user }: { readonly challenge: string; readonly user: { readonly id: string } },
      lies: Lies = {},
    ) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const head = data(present | verified | credentialFlag, lies)
      const tail = lies.tail ?? coseKey(publicKey)
      const authenticatorData = Buffer.concat([head, Buffer.alloc(16), length, id, tail])
      const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
      return {
        id: lies.id ?? id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          attestationObject: attestationOf(authenticatorData).toString('base64url'),
          publicKey: spki,
          publicKeyAlgorithm: algorithms[kind] as number,
          transports: ['internal'],
        },
      }
    },
    /** The answer to the options of `logins.begin`. */
    get({ challenge }: { readonly challenge: string }, lies: Lies = {}) {
      const client = clientData('webauthn.get', challenge, lies)
      const authenticatorData = Buffer.concat([data(present | verified, lies), lies.tail ?? Buffer.alloc(0)])
      const digest = kind === 'EdDSA' ? null : 'sha256'
      const signature = sign(digest, Buffer.concat([authenticatorData, sha256(client)]), lies.key ?? privateKey)
      return {
        id: lies.id ?? id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle ?? userHandle,
        },
      }
    },
  }
}

const cose = { ES256: 'a5010203262001215820', EdDSA: 'a4010103272006215820', RS256: 'a401030339010020590100' }

/** The key as authenticators write it, in CBOR. */
export function coseKey(publicKey: KeyObject): Buffer {
  const { kty, x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const [hex, read] = [(text: string) => Buffer.from(text, 'hex'), (text: string) => Buffer.from(text, 'base64url')]
  if (kty === 'OKP') return Buffer.concat([hex(cose.EdDSA), read(x)])
  if (kty === 'RSA') return Buffer.concat([hex(cose.RS256), read(n), hex('2143'), read(e)])
  return Buffer.concat([hex(cose.ES256), read(x), hex('225820'), read(y)])
}

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
function attestationOf(authData: Buffer): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(authData.length)
  const names = Buffer.concat([Buffer.from('\xa3cfmtdnonegattStmt\xa0hauthData', 'latin1'), Buffer.from([0x59])])
  return Buffer.concat([names, size, authData])
}

function pick(lies: Lies, names: readonly (keyof Lies)[]): object {
  return Object.fromEntries(names.filter((name) => lies[name] !== undefined).map((name) => [name, lies[name]]))
}
