import { bugTexts } from './bug.js'
import { commonTexts } from './common.js'
import { listTexts } from './list.js'
import { flagsTexts } from './flags.js'

/** Texts of lists, bugs and the page layout, in the main script. Other pages load their texts with them. */
export const mainTexts = { ...commonTexts, list: listTexts, bug: bugTexts, flags: flagsTexts }
