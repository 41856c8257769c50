// The preview of a text, kept out of the main script.
import { markdownTexts } from '../texts/english/markdown.js'

export const texts = { markdown: markdownTexts }
export { Preview } from './preview.js'
