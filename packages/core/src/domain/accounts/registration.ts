// Who may make an account of their own.
import { TrackerError } from '../../kernel/errors.js'
import { compilePattern } from '../../kernel/pattern/compile.js'
import type { Catalogue } from '../../setup/catalogue.js'

/** @throws registration_denied unless the parameter createemailregexp lets this address make an account */
export function requireMayRegister({ parameters }: Pick<Catalogue, 'parameters'>, email: string): void {
  const pattern = parameters.createemailregexp
  const isOpen = pattern !== '' && compilePattern(pattern, { ignoreCase: true, field: 'createemailregexp' }).test(email)
  if (!isOpen) throw new TrackerError('registration_denied', { field: 'email', value: email })
}
