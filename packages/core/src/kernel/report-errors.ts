// Errors of forms, and of reports from programs.
import { accepted, cut, name, show, type About, type Accepted, type Limit } from './error-text.js'

/** As in the table of all errors. */
export const reportErrors = {
  intake_not_found: [1524, (d: About) => `${name(d)} does not match an intake that accepts your reports.`],
  intake_needs_account: [
    1525,
    (d: { field: string }) => `${d.field} cannot be false without an account that files the bugs.`,
  ],
  form_invalid: [
    1526,
    (d: Accepted & { problem?: string | undefined }) =>
      `${name(d)} ${d.problem ?? `cannot be ${show(d.value)}`}.${accepted(d)}`,
  ],
  required_answer: [
    1527,
    (d: About & { label: string; option?: string | undefined }) =>
      d.option === undefined ? `${cut(d.label)} is required.` : `${cut(d.label)} must be checked: ${cut(d.option)}.`,
  ],
  too_many_forms: [1529, (d: Limit) => `There can be at most ${d.limit} forms. Delete one first.`],
  too_many_reports: [1528, (d: { seconds: number }) => `Too many reports. Try again in ${d.seconds} seconds.`],
} satisfies Record<string, readonly [number, (data: never) => string]>
