import { nullable, text } from '../../store/index.js'
import { breaking } from './breaking.js'

/**
 * The issuer of sessions and of logins that wait for a second proof: names of providers change. Processes that do not
 * know it would begin sessions that a logout at the provider does not end.
 */
export const issuersOfSessions = breaking({
  id: 38,
  name: 'issuers of sessions',
  steps: [
    { addColumn: 'tokens', name: 'login_issuer', column: nullable(text()), fill: null },
    { addColumn: 'login_flows', name: 'issuer', column: nullable(text()), fill: null },
    { addColumn: 'login_flows', name: 'subject', column: nullable(text()), fill: null },
  ],
})
