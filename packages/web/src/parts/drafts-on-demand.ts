// Drafts, kept out of the main script.
import { draftsTexts } from '../texts/english/drafts.js'

export const texts = { drafts: draftsTexts }
export { KeptDraft } from './kept-draft.js'
export { keepDraft, readDraft, settleDraft } from '../state/drafts.js'
