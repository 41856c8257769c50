import { int } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Votes of bugs, which are counted when the field is added. Processes that do not know them would leave them as they are. */
export const votes = breaking({
  id: 46,
  name: 'votes',
  steps: [{ addColumn: 'bugs', name: 'votes', column: int(), fill: 0 }],
})
