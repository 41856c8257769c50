import { nullable, time } from '../../store/index.js'
import { breaking } from './breaking.js'

/** When an edit added a mention. Processes that do not know it would lose these times with the next edit. */
export const timesOfMentions = breaking({
  id: 39,
  name: 'times of mentions',
  steps: [{ addColumn: 'comment_mentions', name: 'added_at', column: nullable(time()), fill: null }],
})
