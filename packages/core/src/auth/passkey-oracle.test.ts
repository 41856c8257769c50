import { randomBytes, type KeyObject } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { describe, expect, it } from 'vitest'
import { coseKey, keysOf, present, testAuthenticator, verified, type KeyKind } from '../../test/authenticator.js'
import { createRandom, type Random } from '../conformance/random.js'
import { passkeyAlgorithms, readRegistration, readSignedAnswer } from './passkey.js'

const origin = 'https://bugs.example.com'
const challenge = randomBytes(32).toString('base64url')
const kinds: readonly KeyKind[] = ['ES256', 'EdDSA', 'RS256']
const expected = {
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: 'bugs.example.com',
  requireUserVerification: true,
}

type Authenticator = ReturnType<typeof testAuthenticator>
type Created = ReturnType<Authenticator['create']>
type Signed = ReturnType<Authenticator['get']>

// Both receive the browser's answer, which has no type.
const sent = <T>(answer: object) => answer as T

const orUndefined = async <T>(work: Promise<T>) => work.catch(() => undefined)

async function registeredByOracle(response: Created) {
  const options = { ...expected, supportedAlgorithmIDs: [...passkeyAlgorithms] }
  const found = await orUndefined(
    verifyRegistrationResponse({
      ...options,
      response: sent<Parameters<typeof verifyRegistrationResponse>[0]['response']>(response),
    }),
  )
  if (!found?.verified) return undefined
  const { credential, credentialBackedUp } = found.registrationInfo
  return { counter: credential.counter, is_backed_up: credentialBackedUp }
}

async function signedByOracle(response: Signed, { id, publicKey }: Authenticator) {
  const credential = { id, publicKey: new Uint8Array(coseKey(publicKey)), counter: 0 }
  const found = await orUndefined(
    verifyAuthenticationResponse({
      ...expected,
      credential,
      response: sent<Parameters<typeof verifyAuthenticationResponse>[0]['response']>(response),
    }),
  )
  if (!found?.verified) return undefined
  const { newCounter: counter, credentialBackedUp: is_backed_up } = found.authenticationInfo
  return { counter, is_backed_up }
}

function registeredHere(created: Created) {
  const read = readRegistration(created, { challenge, origin })
  return read && { counter: read.counter, is_backed_up: read.is_backed_up }
}

/** Wrong contents that are signed with a right key; half of the flags are right. */
function liesFrom(random: Random, foreignKey: KeyObject) {
  const lies = [
    {},
    { type: random.pick(['webauthn.get', 'webauthn.create']) },
    { challenge: challenge.slice(random.below(2)) },
    { origin: random.pick(['https://bugs.example.com', 'http://bugs.example.com', 'https://example.com']) },
    { rpId: random.pick(['bugs.example.com', 'example.com', 'BUGS.example.com']) },
    { counter: random.below(2 ** 32) },
    { key: foreignKey },
    { flags: random.below(256) & ~0x40 },
    { flags: present | verified | 0x80, tail: Buffer.from([0xa0]) },
    { flags: present | verified | 0x08 | (random.below(2) ? 0x10 : 0) },
    { tail: Buffer.from([0xa0]) },
  ]
  return random.pick(lies)
}

/** One bit of one part changed on the way, in one of three answers. */
function changed<T extends { readonly response: object }>(random: Random, answer: T, parts: readonly string[]): T {
  if (random.below(3) > 0) return answer
  const part = random.pick(parts)
  const bytes = Buffer.from((answer.response as Readonly<Record<string, string>>)[part] ?? '', 'base64url')
  // Bits of the encoding of a signature are refused here only. The last bytes are of its value.
  const at = part === 'signature' ? bytes.length - 1 - random.below(16) : random.below(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  return { ...answer, response: { ...answer.response, [part]: bytes.toString('base64url') } }
}

describe('passkeys and @simplewebauthn/server', () => {
  it.each(kinds)('agree on 400 logins with %s that are as they should be or changed', async (kind) => {
    const seed = Date.now() % 2 ** 32
    const random = createRandom(seed)
    const authenticator = testAuthenticator(origin, { kind })
    const key = readRegistration(authenticator.create({ challenge, user: { id: 'dXNlcg' } }), { challenge, origin })
    if (!key) throw new Error('the registration does not hold')
    const foreignKey = keysOf(kind).privateKey
    const outcomes = { accepted: 0, refused: 0 }
    for (let n = 0; n < 400; n++) {
      const lies = liesFrom(random, foreignKey)
      const parts = ['clientDataJSON', 'authenticatorData', 'signature']
      const answer = changed(random, authenticator.get({ challenge }, lies), parts)
      const here = readSignedAnswer(answer, { challenge, origin }, key)
      expect({ seed, n, lies, here }).toEqual({ seed, n, lies, here: await signedByOracle(answer, authenticator) })
      outcomes[here ? 'accepted' : 'refused']++
    }
    expect(outcomes.accepted).toBeGreaterThan(40)
    expect(outcomes.refused).toBeGreaterThan(120)
  })

  it.each(kinds)('agree on registrations with %s, and on the state of the authenticator', async (kind) => {
    const attested = present | verified | 0x40
    const cases = [
      {},
      { type: 'webauthn.get' },
      { challenge: 'b3RoZXI' },
      { origin: 'https://example.com' },
      { rpId: 'example.com' },
      { counter: 7 },
      { flags: present | 0x40 },
      { flags: verified | 0x40 },
      { flags: present | verified },
      { flags: attested | 0x08 },
      { flags: attested | 0x08 | 0x10 },
      { flags: attested | 0x10 },
    ]
    const authenticator = testAuthenticator(origin, { kind })
    const outcomes = []
    for (const lies of cases) {
      const created = authenticator.create({ challenge, user: { id: 'dXNlcg' } }, lies)
      const here = registeredHere(created)
      expect({ lies, here }).toEqual({ lies, here: await registeredByOracle(created) })
      outcomes.push(here !== undefined)
    }
    expect(outcomes.filter(Boolean)).toHaveLength(4)
  })

  it('differ for a page within the page of another site, which is refused here only', async () => {
    const authenticator = testAuthenticator(origin)
    const created = authenticator.create({ challenge, user: { id: 'dXNlcg' } })
    const key = readRegistration(created, { challenge, origin })
    const framed = authenticator.get({ challenge }, { crossOrigin: true })
    expect(key && readSignedAnswer(framed, { challenge, origin }, key)).toBeUndefined()
    expect(await signedByOracle(framed, authenticator)).toBeDefined()
  })
})
