// Rules for new passwords.
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import type { Catalogue } from '../setup/catalogue.js'
import { fold } from '../store/index.js'
import { hashPassword } from './secrets.js'

const minLength = 6

interface Complexity {
  readonly needs: readonly RegExp[]
  readonly accepted: string
}

/** By the values of the parameter password_complexity. */
const complexities: Readonly<Record<string, Complexity>> = {
  mixed_letters: { needs: [/\p{Ll}/u, /\p{Lu}/u], accepted: 'a lowercase and an uppercase letter' },
  letters_numbers: {
    needs: [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u],
    accepted: 'a lowercase letter, an uppercase letter and a digit',
  },
  letters_numbers_specialchars: {
    needs: [/\p{L}/u, /\p{Nd}/u, /[\p{P}\p{S}]/u],
    accepted: 'a letter, a digit and a special character',
  },
}

/** @throws password_too_short, password_not_complex; neither repeats the password */
export function requireStrongPassword(password: string, field: string, complexity = 'no_constraints'): void {
  if (password.length < minLength) throw new TrackerError('password_too_short', { field, limit: minLength })
  const rule = complexities[complexity]
  if (rule?.needs.some((needed) => !needed.test(password)))
    throw new TrackerError('password_not_complex', { field, accepted: rule.accepted })
}

/** Shorter parts of a login name are in many words. */
const shortestPart = 3
/** So much must be left of a password without the parts of the login name. */
const shortestRest = 4

/** @throws password_too_common for a password that is little more than the login name */
export function requireUnlikeLogin(password: string, login: string, field: string): void {
  const folded = fold(login)
  const parts = [folded, ...folded.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= shortestPart)
  const rest = parts.reduce((left, part) => left.replaceAll(part, ''), fold(password))
  if (rest !== fold(password) && rest.length < shortestRest) throw new TrackerError('password_too_common', { field })
}

/**
 * Outside of transactions: the list is read from a file for the first one.
 * @throws password_too_common for one that is tried first by whoever guesses
 */
async function requireUncommon(password: string, field: string): Promise<void> {
  if (password.length < minLength) return
  const common = await (commonPasswords ??= loadCommonPasswords())
  if (common.has(fold(password))) throw new TrackerError('password_too_common', { field })
}

/** The hash of a password that a call sets, outside of transactions. @throws password_too_common */
export async function hashNewPassword(environment: Pick<Environment, 'random'>, password: string): Promise<string> {
  await requireUncommon(password, 'password')
  return hashPassword(environment, password)
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Some 40,000 of them: loaded when a password is set, which few processes ever do. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

interface Chosen {
  readonly field: string
  readonly catalogue: Pick<Catalogue, 'parameters'>
  readonly login: string
}

/** All but `requireUncommon`. @throws password_too_short, password_not_complex, password_too_common */
export function requireFitPassword(password: string, { field, catalogue, login }: Chosen): void {
  requireStrongPassword(password, field, catalogue.parameters.password_complexity)
  requireUnlikeLogin(password, login, field)
}

/** All of it, outside of transactions. @throws password_too_short, password_not_complex, password_too_common */
export async function requireGoodPassword(password: string, chosen: Chosen): Promise<void> {
  requireFitPassword(password, chosen)
  await requireUncommon(password, chosen.field)
}
