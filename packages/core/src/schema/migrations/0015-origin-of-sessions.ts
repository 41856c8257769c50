import { nullable, text, type Migration } from '../../store/index.js'

/** Origin of sessions; unknown for earlier ones. */
export const originOfSessions: Migration = {
  id: 15,
  name: 'origin of sessions',
  breaking: false,
  steps: [{ addColumn: 'tokens', name: 'begun_from', column: nullable(text()), fill: null }],
}
