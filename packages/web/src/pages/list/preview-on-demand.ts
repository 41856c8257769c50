// The preview of a bug, kept out of the main script.
import { listToolsTexts } from '../../texts/english/list-tools.js'
import { markdownTexts } from '../../texts/english/markdown.js'

export const texts = { listTools: listToolsTexts, markdown: markdownTexts }
export { BugPreview } from './bug-preview.js'
