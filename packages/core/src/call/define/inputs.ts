// The vocabulary that the inputs of operations are written in.
import * as z from 'zod'
import { TrackerError, type ErrorCode } from '../../kernel/errors.js'
import { countPieces, type CharacterTest } from '../../kernel/scan.js'
import { problem } from './operation.js'
import { storable } from '../../store/index.js'

/** The greatest id there can be; a larger number names nothing. */
export const maxId = 2_147_483_647

/** Maximum characters of any text; most texts have a lower limit. */
export const maxTextLength = 65_535

/** Maximum characters in the name of a file. */
export const maxFileNameLength = 255

/** Characters of a quicksearch. */
export const longestQuicksearch = 4000

/** Maximum characters of a reference: no name is longer. */
const maxWordLength = 1000

/** A word by which something is named that there is, and other short texts. Raises text_too_long (104). */
export const word = limited(z.string(), maxWordLength)

/** Text that is taken apart. Raises text_too_long (104). */
export const wholeText = limited(z.string(), maxTextLength)

/** A whole number that names something. */
export const id = z.int().min(0)

/** A bug by number or alias; a number may also come as text, with a leading '#'. */
export const bugRef = z.union([z.int(), word])

/** An ID or a name. Digits are an ID only where a route or client says so; here they are a name. */
export const idOrName = z.union([z.int(), word])

/** A place in the change feed, as it names one. Raises param_invalid (53). */
export const feedPosition = limited(z.string(), 512, 'param_invalid', {
  accepted: '`next` of an earlier response, or a number',
})

/** The default maximum of entries in a list, and of keys in a record. */
export const mostEntries = 1000

/** How many tags may be given at once, and how many field names. */
export const mostTags = 100
const mostFieldNames = 200

/** A list. Every list of an input is one of these, so that each has a maximum. Raises list_too_long (53). */
export function list<T extends z.ZodType>(item: T, most = mostEntries) {
  return z.array(item).max(most)
}

/** Values by arbitrary names, with a maximum as for lists. Raises list_too_long (53). */
export function record<T extends z.ZodType>(value: T, most = mostEntries) {
  return z
    .record(word, value)
    .check(({ value: given, issues }) => requireAtMost(Object.keys(given).length, most, given, issues))
    .meta({ maxProperties: most })
}

/** One value or several; always an array for the operation. */
export function oneOrMany<T extends z.ZodType>(item: T, most = mostEntries) {
  return z.union([item.transform((one) => [one]), list(item, most)])
}

/** A check of a list that may also be written as one text: its entries are counted before it is split. */
export function fewPieces(isSeparator: CharacterTest, most: number) {
  return ({ value, issues }: z.core.ParsePayload): void => {
    if (typeof value === 'string') requireAtMost(countPieces(value, isSeparator), most, value, issues)
  }
}

/** Maximum number of single changes per operation: objects multiplied by changes to each. */
const mostChanges = 20_000

/** Bytes of text that count as one entry of a list, because they are as much to write: 8 MB in total. */
const bytesOfEntry = 400

/** How much there is to write: the entries of all lists, and long texts by their length. */
export function entriesIn(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) / bytesOfEntry)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, one) => sum + entriesIn(one), 0)
}

/** For the things that `ids` lists. @throws too_many_changes */
export function requireFewChanges(things: number, each: number): void {
  if (things * each > mostChanges)
    throw new TrackerError('too_many_changes', { field: 'ids', things, each, limit: mostChanges })
}

function requireAtMost(count: number, limit: number, input: unknown, issues: z.core.$ZodRawIssue[]): void {
  if (count > limit) issues.push({ code: 'custom', input, ...problem('list_too_long', { count, limit }) })
}

/** How many of something are wanted, or left out. Raises param_must_be_numeric (52). */
export const count = z
  .int()
  .refine((value) => value >= 0, problem('param_must_be_numeric', { accepted: '0 or more' }))
  .meta({ minimum: 0 })

/** Field names as `include_fields` and `exclude_fields` take them. */
export const fieldFilter = {
  include_fields: list(word, mostFieldNames).optional().meta({
    description: 'Fields to include, such as `id` or `components.name`. Shortcuts: _all, _default, _extra, _custom.',
  }),
  exclude_fields: list(word, mostFieldNames)
    .optional()
    .meta({ description: 'Fields to exclude. Overrides include_fields.' }),
}

/** Text without characters that no store keeps. Raises text_too_long (104). */
export const rawText = textThrough(storable)

/** Runs of control characters, line ends among them, become one blank; blanks around are cut. Raises text_too_long (104). */
export const line = textThrough((text) =>
  storable(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim(),
)

/** Text of any number of lines: line ends become \n, white space at the end is cut. Raises text_too_long (104). */
export const longText = textThrough(linesOf)

/** As longText keeps it. */
export function linesOf(text: string): string {
  return storable(text).replace(/\r\n?/g, '\n').trimEnd()
}

/** Text that is stored in another form. Its length is checked before and after, so overlong text is not processed. */
export function textThrough(transform: (text: string) => string, code: ErrorCode = 'text_too_long') {
  const given = z.string().refine(mayFit, problem(code, { limit: maxTextLength }))
  return limited(given.transform(transform), maxTextLength, code)
}

/**
 * Returns false if an unchecked text is certainly too long: a character takes two units at most, and so does a line
 * break.
 */
export function mayFit(text: string): boolean {
  return text.length <= 2 * maxTextLength
}

/** Limits the length of a text in characters (code points). API descriptions include the limit. */
export function limited<T extends z.ZodType<string>>(
  text: T,
  limit: number,
  code: ErrorCode = 'text_too_long',
  about: Readonly<Record<string, unknown>> = {},
): T {
  return text.refine((given) => fits(given, limit), problem(code, { ...about, limit })).meta({ maxLength: limit })
}

/** A name that must not be blank. Raises name_blank, name_too_long. */
export function requiredName(kind: string, limit: number) {
  const name = line.refine((text) => text !== '', problem('name_blank', { kind }))
  return limited(name, limit, 'name_too_long', { kind })
}

/** Returns true if a text has at most `limit` characters (code points). */
export function fits(text: string, limit: number): boolean {
  // A character takes two units at most.
  return text.length <= limit || (text.length <= 2 * limit && Array.from(text).length <= limit)
}

/** A calendar date, YYYY-MM-DD; leading zeros may be left out. NULL for no date. */
export const clearableDate = word.nullable().transform((text, context) => {
  if (text === null || text.trim() === '') return null
  const date = parseCalendarDate(text)
  if (date === undefined) context.addIssue({ code: 'custom', ...problem('illegal_date', { isDay: true }) })
  return date ?? z.NEVER
})

/** The date as YYYY-MM-DD; undefined when the text is none. */
export function parseCalendarDate(text: string): string | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  const date = match && `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}`
  return date && isCalendarDate(date) ? date : undefined
}

function isCalendarDate(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}
