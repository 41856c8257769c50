import type { Difference } from '../compare.js'

type Values = Pick<Difference, 'there' | 'here'>

const longest = 200
/** Equal characters before the first difference. */
const before = 40

/** The parts of long texts in which they begin to differ. */
export function excerpts({ there, here }: Values): Values {
  let same = 0
  while (same < (there?.length ?? 0) && there?.[same] === here?.[same]) same++
  const cut = (text: string | undefined) => {
    if (text === undefined || text.length <= longest) return text
    const from = Math.max(0, same - before)
    return `${from > 0 ? '…' : ''}${text.slice(from, from + longest)}`
  }
  return { there: cut(there), here: cut(here) }
}
