// What a new password must be like.
import { TrackerError } from '../kernel/errors.js'

const minLength = 6

interface Complexity {
  readonly needs: readonly RegExp[]
  readonly accepted: string
}

/** By the values of the parameter password_complexity. */
const complexities: Readonly<Record<string, Complexity>> = {
  mixed_letters: { needs: [/\p{Ll}/u, /\p{Lu}/u], accepted: 'a lower-case and an upper-case letter' },
  letters_numbers: {
    needs: [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u],
    accepted: 'a lower-case letter, an upper-case letter and a digit',
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
