import { bool, nullable, text } from '../../store/index.js'
import { breaking } from './breaking.js'

const ofSession = { name: 'has_second_factor' }

/**
 * The proof with which an account at a provider was linked. Processes that do not know of it would take a link that a password has made
 * for a second factor. A step changes all sessions or none, so those that such a link began prove one factor from now on with all others.
 */
export const proofsOfLinks = breaking({
  id: 42,
  name: 'proofs of links',
  steps: [
    { addColumn: 'external_accounts', name: 'linked_with', column: nullable(text()), fill: null },
    { dropColumn: 'tokens', ...ofSession },
    { addColumn: 'tokens', ...ofSession, column: bool(), fill: false },
  ],
})
