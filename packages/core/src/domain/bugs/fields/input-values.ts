// What inputs take for the fields of bugs whose value is more than one word.
import { z } from 'zod'
import { atMost, bugRef, fits, line, list, mostEntries, mostTags, wholeText, word } from '../../../define/inputs.js'
import { problem } from '../../../define/operation.js'

/** Characters in the summary. */
const maxSummaryLength = 255

/** Raises require_summary (107), text_too_long (104). */
export const summary = line
  .refine((text) => text !== '', problem('require_summary'))
  .refine((text) => fits(text, maxSummaryLength), problem('text_too_long', { limit: maxSummaryLength }))
  .meta({ maxLength: maxSummaryLength })

/** Names as a list, or in one text between separators. Blank ones do not count. */
function names(separator: RegExp, most = mostEntries) {
  return z
    .union([wholeText, list(wholeText.nullable(), most)])
    .transform((given) => (typeof given === 'string' ? given.split(separator) : given))
    .transform((all) => all.flatMap((name) => name?.trim() || []))
    .check(atMost(most))
}

/** Bugs as a list, in one text between blanks and commas, or one number. */
export const bugRefs = z
  .union([wholeText, z.int(), list(bugRef.nullable())])
  .transform((given) => (Array.isArray(given) ? given : String(given).split(/[\s,]+/)))
  .transform((all) => all.flatMap((ref) => (ref === null || ref === '' ? [] : [ref])))
  .check(atMost(mostEntries))

export const logins = names(/[,;]/)
export const words = names(/[\s,]+/)
export const groupNames = names(/,/)
export const tags = names(/[\s,]+/, mostTags)
export const aliases = list(word)
export function addRemove<T extends z.ZodType>(items: T) {
  return z.strictObject({
    add: items.optional().meta({ description: 'What comes.' }),
    remove: items.optional().meta({ description: 'What goes.' }),
  })
}
export function addRemoveSet<T extends z.ZodType>(items: T) {
  return z.strictObject({
    add: items.optional().meta({ description: 'What comes.' }),
    remove: items.optional().meta({ description: 'What goes.' }),
    set: items.optional().meta({ description: 'All that there is to be. Wins over add and remove.' }),
  })
}

export const loginsEdit = addRemove(logins).meta({ id: 'NamesChange', description: 'Names that come and go.' })
export const bugRefsEdit = addRemoveSet(bugRefs).meta({
  id: 'BugsChange',
  description: 'Bugs that come and go, or all that there are to be, by number or alias.',
})

/** A text or a list says what all aliases are. */
export const aliasEdit = z.union([word, aliases, addRemoveSet(z.union([word.transform((one) => [one]), aliases]))])
