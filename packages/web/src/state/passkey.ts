// Passkeys in the browser, loaded on demand. Older browsers convert no JSON, so it is done here for all.
import type { LoginsBeginAnswer, PasskeysBeginAnswer, PasskeysCreateInput } from '@trackerkit/client/types'
import type { App } from './app.js'
import { ask } from './post.js'

type RequestOptions = NonNullable<LoginsBeginAnswer['options']>
type CreationOptions = PasskeysBeginAnswer['options']

/** The ID of the user. `stopped`: the person did not use one. The browser has shown why. */
export type PasskeyOutcome = { readonly id: number } | 'stopped' | { readonly message: string }

/** Logs in, or confirms the session. */
export async function provePasskey(
  app: Pick<App, 'href' | 'texts' | 'who'>,
  purpose: 'login' | 'confirm',
): Promise<PasskeyOutcome> {
  const path = purpose === 'login' ? '/-/login/passkey' : '/-/login/passkey/confirm'
  const begun = await ask<{ readonly options: RequestOptions }>(app, path)
  if (!begun.options) return { message: begun.message }
  try {
    const answer = await signedAnswer(begun.options)
    if (!answer) return 'stopped'
    const { id, message } = await ask<{ readonly id: number }>(app, '/-/login/passkey', { answer })
    return id === undefined ? { message } : { id }
  } catch {
    // On an insecure origin, browsers have no passkeys.
    return { message: app.texts.waiting.stuck }
  }
}

async function signedAnswer({ challenge, allowCredentials, ...options }: RequestOptions) {
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    allowCredentials: described(allowCredentials),
    userVerification: 'required',
  } as const
  const credential = await asked(navigator.credentials.get({ publicKey }))
  if (!credential) return undefined
  const response = credential.response as AuthenticatorAssertionResponse
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...identified(credential),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      userHandle: userHandle && textOf(userHandle),
    },
  }
}

/** `known`: the authenticator keeps one of the account already. Undefined if the person has created none. */
export async function createdKey(
  options: CreationOptions,
): Promise<PasskeysCreateInput['answer'] | 'known' | undefined> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg }) as const),
    excludeCredentials: described(options.excludeCredentials),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  } as const
  const created = navigator.credentials.create({ publicKey })
  const credential = await asked(created)
  if (!credential) return (await isKnown(created)) ? 'known' : undefined
  const response = credential.response as AuthenticatorAttestationResponse
  const key = response.getPublicKey()
  return {
    ...identified(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.getAuthenticatorData()),
      ...(key && { publicKey: textOf(key) }),
      publicKeyAlgorithm: response.getPublicKeyAlgorithm(),
      transports: response.getTransports(),
    },
  }
}

/** Browsers reject when the person cancels, is too slow, or has none. */
async function asked(credential: Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  return ((await credential.catch(() => null)) as PublicKeyCredential | null) ?? undefined
}

/** Not all browsers show that. */
function isKnown(created: Promise<unknown>): Promise<boolean> {
  return created.then(
    () => false,
    (error: unknown) => error instanceof DOMException && error.name === 'InvalidStateError',
  )
}

function identified({ id, type }: PublicKeyCredential) {
  return { id, type }
}

function described(some: RequestOptions['allowCredentials']): PublicKeyCredentialDescriptor[] {
  return some.map(({ id, transports }) => ({
    type: 'public-key',
    id: bytesOf(id),
    transports: transports as AuthenticatorTransport[],
  }))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (one) => one.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
