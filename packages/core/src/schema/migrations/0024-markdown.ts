import { bool } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Texts that are Markdown. Those that are there stay as they are; processes that do not know of it would make new ones plain. */
export const markdown = breaking({
  id: 24,
  name: 'comments in Markdown',
  steps: [{ addColumn: 'comments', name: 'is_markdown', column: bool(), fill: false }],
})
