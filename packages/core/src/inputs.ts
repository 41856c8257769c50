// The vocabulary that the inputs of operations are written in.
import { z } from 'zod'
import type { ErrorCode } from './errors.js'
import { problem } from './operation.js'
import { storable } from './store/index.js'

/** The greatest id there can be; a larger number names nothing. */
export const maxId = 2_147_483_647

/** Characters that any text may have at most; most have a limit of their own, which is lower. */
export const maxTextLength = 65_535

/** Characters in what something is looked up by: nothing has a longer name. */
const maxWordLength = 1000

/** A word by which something is named that there is, and other short texts. Raises text_too_long (104). */
export const word = limited(z.string(), maxWordLength)

/** Text that is taken apart. Raises text_too_long (104). */
export const wholeText = limited(z.string(), maxTextLength)

/** A whole number that names something. */
export const id = z.int().min(0)

/** A bug by number or alias; a number may also come as text, with a leading '#'. */
export const bugRef = z.union([z.int(), word])

/** Something by id or name. Text of digits is an id only where a route or client says so; here it is a name. */
export const idOrName = z.union([z.int(), word])

/** One value or several; always an array for the operation. */
export function oneOrMany<T extends z.ZodType>(item: T) {
  return z.union([item.transform((one) => [one]), z.array(item)])
}

/** Field names as `include_fields` and `exclude_fields` take them. */
export const fieldFilter = {
  /** Only these fields; dotted names for subfields; shortcuts _all, _default, _extra, _custom. */
  include_fields: z.array(word).optional(),
  /** Not these fields. Wins over include_fields. */
  exclude_fields: z.array(word).optional(),
}

/** Text as it is, but for what no store keeps. Raises text_too_long (104). */
export const rawText = limited(z.string().transform(storable), maxTextLength)

/** Runs of control characters, line ends among them, become one blank; blanks around are cut. Raises text_too_long (104). */
export const line = limited(
  z.string().transform((text) =>
    storable(text)
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  ),
  maxTextLength,
)

/** Text of any number of lines: line ends become \n, white space at the end is cut. Raises text_too_long (104). */
export const longText = limited(z.string().transform(linesOf), maxTextLength)

/** As longText keeps it. */
export function linesOf(text: string): string {
  return storable(text).replace(/\r\n?/g, '\n').trimEnd()
}

/** The text with a greatest length, in characters (code points), which descriptions of the API tell too. */
export function limited<T extends z.ZodType<string>>(
  text: T,
  limit: number,
  code: ErrorCode = 'text_too_long',
  about: Readonly<Record<string, unknown>> = {},
): T {
  return text.refine((given) => fits(given, limit), problem(code, { ...about, limit })).meta({ maxLength: limit })
}

/** Whether a text has at most so many characters (code points). */
export function fits(text: string, limit: number): boolean {
  return text.length <= limit || Array.from(text).length <= limit
}

/** A calendar date, YYYY-MM-DD; leading zeros may be left out. */
export const calendarDate = word.transform((text, context) => {
  const date = parseCalendarDate(text)
  if (date === undefined) context.addIssue({ code: 'custom', ...problem('illegal_date') })
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
