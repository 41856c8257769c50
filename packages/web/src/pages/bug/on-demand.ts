// Rarely used parts of the bug page, kept out of the main script.
import { conflictTexts } from '../../texts/english/conflict.js'

export const texts = { conflict: conflictTexts }
export { ConflictDialog } from '../../fields/conflict-dialog.js'
export { AttachmentList } from './attachment-list.js'
export { AddTag } from './add-tag.js'
export { branchName } from './branch-name.js'
export { extended } from './longer-list.js'
export { MoreOptions } from './more-options.js'
