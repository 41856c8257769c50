import { bugTexts } from './bug.js'
import { commonTexts } from './common.js'
import { listTexts } from './list.js'
import { loginTexts } from './login.js'
import { flagsTexts } from './flags.js'

/** What lists, bugs, and what stands around every page say. It is in the main script; the rest comes with the pages that say it. */
export const mainTexts = { ...commonTexts, list: listTexts, bug: bugTexts, login: loginTexts, flags: flagsTexts }
