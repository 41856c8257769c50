// The first and the last day of milestones.
import * as z from 'zod'
import { clearableDate } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Milestone } from '../../setup/catalogue.js'
import type { Plan } from '../audit/plan.js'

/** Inputs of milestones. Raise illegal_date (56). */
export const dateInputs = {
  start_date: clearableDate
    .optional()
    .meta({ description: 'First day, YYYY-MM-DD; an empty string or null for none.' }),
  due_date: clearableDate.optional().meta({ description: 'Last day, likewise; not before `start_date`.' }),
}

const date = z.iso.date().nullable().exactOptional()

/** In records. */
export const recordedDates = { start_date: date, due_date: date }

export type Dates = { readonly [D in keyof typeof dateInputs]?: z.output<(typeof dateInputs)[D]> }

/** @throws param_invalid if the last day is before the first */
export function requireOrder(dates: Dates): void {
  const { start_date, due_date } = dates
  if (!areReversed(dates)) return
  const problem = `it is before \`start_date\` (${start_date})`
  throw new TrackerError('param_invalid', { field: 'due_date', value: due_date, problem })
}

export function areReversed({ start_date, due_date }: Dates): boolean {
  return Boolean(start_date && due_date && due_date < start_date)
}

/** Those that are not wanted otherwise stay. */
export function datesAfter(before: Dates, { start_date, due_date }: Dates): Dates {
  return {
    start_date: start_date === undefined ? before.start_date : start_date,
    due_date: due_date === undefined ? before.due_date : due_date,
  }
}

/** @throws param_invalid */
export function planDates(plan: Plan<'milestones'>, before: Milestone, wanted: Dates): void {
  requireOrder(datesAfter(before, wanted))
  plan.change('start_date', before.start_date, wanted.start_date, (start_date) => ({ start_date }))
  plan.change('due_date', before.due_date, wanted.due_date, (due_date) => ({ due_date }))
}
