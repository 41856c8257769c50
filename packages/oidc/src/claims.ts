// From the claims of a provider to a person.
import { LoginProviderError, type ProviderPerson } from '@trackerkit/core/host'

export type Claims = Readonly<Record<string, unknown>>

export interface ClaimRules {
  /** The proof that the address is theirs. Default: by `email_verified`. */
  readonly proofOf?: ((claims: Claims) => ProviderPerson['proof']) | undefined
  /** Claims that list groups, of which the first that is there counts. */
  readonly groupClaims: readonly string[]
  /** The name of a group here, by that of the provider. */
  readonly groupName?: ((name: string) => string | undefined) | undefined
  /** One of these must be the claim `acr`. */
  readonly acr?: readonly string[] | undefined
}

const maxSubject = 255
const mostGroups = 10_000

/** @throws LoginProviderError */
export function personFrom(claims: Claims, rules: ClaimRules): ProviderPerson {
  const { sub, email, name, preferred_username, auth_time, acr } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubject)
    throw new LoginProviderError('not valid', 'an invalid subject')
  if (rules.acr && !rules.acr.includes(acr as string)) throw new LoginProviderError('not allowed', 'another acr')
  const address = typeof email === 'string' ? email : undefined
  // Never the whole subject, which is an ID.
  const isName = (one: unknown): one is string => typeof one === 'string' && one !== '' && one !== sub
  return {
    subject: sub,
    shown_as: [preferred_username, address, name].find(isName) ?? '',
    full_name: typeof name === 'string' ? name : undefined,
    email: address,
    proof: address === undefined ? 'none' : (rules.proofOf ?? provenByClaim)(claims),
    groups: groupsIn(firstOf(claims, rules.groupClaims), rules.groupName),
    auth_time: typeof auth_time === 'number' ? new Date(auth_time * 1000) : undefined,
  }
}

/** The text "true" is no proof. */
export function provenByClaim({ email_verified }: Claims): ProviderPerson['proof'] {
  return email_verified === true ? 'now' : 'none'
}

function firstOf(claims: Claims, names: readonly string[]): unknown {
  return claims[names.find((name) => Object.hasOwn(claims, name)) ?? '']
}

function groupsIn(claim: unknown, nameOf: ClaimRules['groupName'] = (name) => name): string[] | undefined {
  if (claim === undefined || claim === null) return undefined
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return all.slice(0, mostGroups).flatMap((one) => {
    const name = typeof one === 'string' ? nameOf(one) : undefined
    return name === undefined ? [] : [name]
  })
}
