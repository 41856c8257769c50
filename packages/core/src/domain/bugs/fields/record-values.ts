// Schemas of field values in records of other trackers, which may predate today's limits.
import * as z from 'zod'
import { line } from '../../../call/define/inputs.js'
import { parseTime } from '../../../kernel/times.js'
import { storable } from '../../../store/index.js'

const mostItems = 10_000
/** Lower than the highest number that can be stored: new bugs, comments and people get those above. */
const highestId = 2_000_000_000
export const recordId = z.int().min(1).max(highestId)
export const recordLine = z.string().max(4000).pipe(line)
/** It may be blank. */
export const recordAnyName = z.string().max(255).pipe(line)
export const recordName = recordAnyName.refine((given) => given !== '', 'is blank')
export const recordText = z.string().max(10_000_000).transform(storable)
export const recordTime = z.union([z.date(), z.string()]).transform(readTime)
export const recordHours = z.number().min(-10_000_000).max(10_000_000).default(0)
export const recordItems = <T extends z.ZodType>(of: T) => z.array(of).max(mostItems)
export const recordList = <T extends z.ZodType>(of: T) => recordItems(of).default([])

function readTime(given: string | Date, context: z.RefinementCtx): Date {
  const parsed = typeof given === 'string' ? parseTime(given) : given
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: 'is not a time such as 2026-01-31T12:00:00Z' })
  return z.NEVER
}
