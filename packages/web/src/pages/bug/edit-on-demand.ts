// Editing a comment and its earlier versions, kept out of the main script.
import { commentEditingTexts } from '../../texts/english/comment-editing.js'
import { draftsTexts } from '../../texts/english/drafts.js'

export const texts = { commentEditing: commentEditingTexts, drafts: draftsTexts }
export { EditComment } from './edit-comment.js'
export { Versions } from './versions.js'
