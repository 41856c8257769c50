// Schemas of fields of bugs whose value is more than one word.
import * as z from 'zod'
import {
  bugRef,
  fewPieces,
  limited,
  line,
  list,
  mostEntries,
  mostTags,
  wholeText,
  word,
} from '../../../call/define/inputs.js'
import { problem } from '../../../call/define/operation.js'
import { isComma, isCommaOrBlank, isCommaOrSemicolon, piecesOf, type CharacterTest } from '../../../kernel/scan.js'

/** Characters in the summary. */
export const maxSummaryLength = 255

/** Raises require_summary (107), text_too_long (104). */
export const summary = limited(
  line.refine((text) => text !== '', problem('require_summary')),
  maxSummaryLength,
)

/** Names as a list, or in one text between separators. Blank ones do not count. */
function names(isSeparator: CharacterTest, most = mostEntries) {
  return z
    .union([wholeText, list(wholeText.nullable(), most)])
    .check(fewPieces(isSeparator, most))
    .transform((given) =>
      typeof given === 'string' ? piecesOf(given, isSeparator) : given.flatMap((name) => name?.trim() || []),
    )
}

/** Bugs as a list, in one text between blanks and commas, or one number. */
export const bugRefs = z
  .union([wholeText, z.int(), list(bugRef.nullable())])
  .check(fewPieces(isCommaOrBlank, mostEntries))
  .transform((given) => (Array.isArray(given) ? given : piecesOf(String(given), isCommaOrBlank)))
  .transform((all) => all.flatMap((ref) => (ref === null || ref === '' ? [] : [ref])))

export const logins = names(isCommaOrSemicolon)
export const words = names(isCommaOrBlank)
export const groupNames = names(isComma)
export const tags = names(isCommaOrBlank, mostTags)
export const aliases = list(word)

/** Changes of a list. */
export interface ListEdit {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
  /** The complete new list. Overrides both. */
  readonly set?: readonly string[] | undefined
}

export function addRemove<T extends z.ZodType>(items: T) {
  return z.strictObject({
    add: items.optional().meta({ description: 'Values to add.' }),
    remove: items.optional().meta({ description: 'Values to remove.' }),
  })
}

export function addRemoveSet<T extends z.ZodType>(items: T) {
  return z.strictObject({
    add: items.optional().meta({ description: 'Values to add.' }),
    remove: items.optional().meta({ description: 'Values to remove.' }),
    set: items.optional().meta({ description: 'The complete new list. Overrides add and remove.' }),
  })
}

export const loginsEdit = addRemove(logins).meta({ id: 'NamesChange', description: 'Names to add and remove.' })
export const bugRefsEdit = addRemoveSet(bugRefs).meta({
  id: 'BugsChange',
  description: 'Bugs to add and remove, or the complete new list, by ID or alias.',
})

/** A text or a list replaces all aliases. */
export const aliasEdit = z.union([word, aliases, addRemoveSet(z.union([word.transform((one) => [one]), aliases]))])
