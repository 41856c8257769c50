// The vocabulary that the inputs of operations are written in.
import { z } from 'zod'
import { problem } from './operation.js'
import { storable } from './store/index.js'

/** The greatest id there can be; a larger number names nothing. */
export const maxId = 2_147_483_647

/** A whole number that names something. */
export const id = z.int().min(0)

/** A bug by number or alias; a number may also come as text, with a leading '#'. */
export const bugRef = z.union([z.int(), z.string()])

/** Something by id or name. Text of digits is an id only where a route or client says so; here it is a name. */
export const idOrName = z.union([z.int(), z.string()])

/** One value or several; always an array for the operation. */
export function oneOrMany<T extends z.ZodType>(item: T) {
  return z.union([item.transform((one) => [one]), z.array(item)])
}

/** Field names as `include_fields` and `exclude_fields` take them. */
export const fieldFilter = {
  /** Only these fields; dotted names for subfields; shortcuts _all, _default, _extra, _custom. */
  include_fields: z.array(z.string()).optional(),
  /** Not these fields. Wins over include_fields. */
  exclude_fields: z.array(z.string()).optional(),
}

/** Text as it is, but for what no store keeps. */
export const rawText = z.string().transform(storable)

/** Runs of control characters, line ends among them, become one blank; blanks around are cut. */
export const line = rawText.transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())

/** Text of any number of lines: line ends become \n, white space at the end is cut. */
export const longText = rawText.transform((text) => text.replace(/\r\n?/g, '\n').trimEnd())

/** Whether a text has at most so many characters (code points). */
export function fits(text: string, limit: number): boolean {
  return text.length <= limit || Array.from(text).length <= limit
}

/** A calendar date, YYYY-MM-DD; leading zeros may be left out. */
export const calendarDate = z.string().transform((text, context) => {
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
