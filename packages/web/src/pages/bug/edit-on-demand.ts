// Editing a comment and its earlier versions, kept out of the main script.
import { commentEditingTexts } from '../../texts/english/comment-editing.js'

export const texts = { commentEditing: commentEditingTexts }
export { EditComment } from './edit-comment.js'
export { Versions } from './versions.js'
