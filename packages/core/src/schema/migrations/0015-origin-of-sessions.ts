import { nullable, text, type Migration } from '../../store/index.js'

/** Where sessions were begun. Of those begun until now nobody knows. */
export const originOfSessions: Migration = {
  id: 15,
  name: 'origin of sessions',
  breaking: false,
  steps: [{ addColumn: 'tokens', name: 'begun_from', column: nullable(text()), fill: null }],
}
