import { bool, int, nullable, text } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Facts of sessions. Processes that do not know of them would let a session that acts as another user write. */
export const factsOfSessions = breaking({
  id: 30,
  name: 'facts of sessions',
  steps: [
    { addColumn: 'tokens', name: 'has_second_factor', column: bool(), fill: false },
    { addColumn: 'tokens', name: 'actor_id', column: nullable(int()), fill: null },
    { addColumn: 'tokens', name: 'reason', column: nullable(text()), fill: null },
    { addIndex: 'tokens', columns: ['actor_id'] },
  ],
})
