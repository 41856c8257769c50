// Limits how much user-written text a message shows. One value can have 65,535 characters, one change can affect a
// hundred fields and name a thousand bugs, and each reader gets a separate message, as text and as HTML. Pure.
import { truncateUnits } from '../../kernel/normalize.js'

/** Characters of one text, lines of it, and characters of all such texts in a message. */
const limits = {
  value: { each: 2000, lines: 50, all: 50_000 },
  comment: { each: 20_000, lines: 2000, all: 50_000 },
} as const

/** Bugs that are named beside the one that a message is about. */
export const maxRelated = 100
export const maxReasons = 20

/** Shortens a text. `url`: where the whole of it can be read. */
export type Cutter = (text: string, url?: string | null) => string

/** Creates a cutter for the texts of one message. It limits each text, and all of them together. */
export function createCutter(kind: keyof typeof limits): Cutter {
  const { each, lines, all } = limits[kind]
  let left: number = all
  return (text, url = null) => {
    const shown = truncateUnits(text, Math.min(each, left)).split('\n').slice(0, lines).join('\n')
    left -= shown.length
    if (shown.length === text.length) return text
    const note = `[the first ${shown.length} of ${text.length} characters${url === null ? '' : `; all of them: ${url}`}]`
    return shown === '' ? note : `${shown}\n${note}`
  }
}
