import { nullable, text, time, type Migration } from '../../store/index.js'
import { breaking } from './breaking.js'

/**
 * When a session was confirmed, and the authenticator that replaces another. Processes that do not know of them would let a stolen
 * session make itself permanent, so they stop.
 */
export const confirmedSessions: Migration = breaking({
  id: 23,
  name: 'confirmed sessions',
  steps: [
    { addColumn: 'tokens', name: 'confirmed_time', column: nullable(time()), fill: null },
    { addColumn: 'tokens', name: 'login_by', column: text(), fill: 'password' },
    { addColumn: 'second_factors', name: 'next_secret', column: nullable(text()), fill: null },
    { addColumn: 'second_factors', name: 'next_time', column: nullable(time()), fill: null },
  ],
})
