// Errors of reports from programs.
import { name, type About } from './error-text.js'

/** As in the table of all errors. */
export const reportErrors = {
  intake_not_found: [1524, (d: About) => `${name(d)} names no intake that accepts your reports.`],
  intake_needs_account: [
    1525,
    (d: { field: string }) => `${d.field} cannot be false without an account that files the bugs.`,
  ],
  too_many_reports: [
    1528,
    (d: { seconds: number }) => `There were too many reports. Try again in ${d.seconds} seconds.`,
  ],
} satisfies Record<string, readonly [number, (data: never) => string]>
