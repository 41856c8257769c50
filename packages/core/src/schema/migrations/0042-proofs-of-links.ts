import { nullable, text } from '../../store/index.js'
import { breaking } from './breaking.js'

/**
 * The proof with which an account at a provider was linked. Processes that do not know of it would take a link that a password has made
 * for a second factor.
 */
export const proofsOfLinks = breaking({
  id: 42,
  name: 'proofs of links',
  steps: [{ addColumn: 'external_accounts', name: 'linked_with', column: nullable(text()), fill: null }],
})
