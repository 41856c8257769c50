// Errors of imports.
import { show } from './error-text.js'

/** As in the table of all errors. */
export const importErrors = {
  import_line_invalid: [1431, (d: { line: number; problem: string }) => `Line ${d.line} of the import ${d.problem}.`],
  import_target_not_empty: [
    1432,
    (d: { holds: string }) => `Import requires an empty database; this one has ${d.holds}.`,
  ],
  import_busy: [1434, (d: { source: string }) => `Another process is importing from ${show(d.source)}.`],
  import_personal_refused: [
    1435,
    () => 'The records hold personal data and credentials. Import them with --personal, or { personal: true }.',
  ],
  import_newer: [
    1433,
    (d: { migration: number; limit: number }) =>
      `The export is from a newer version (migration ${d.migration}; supported: ${d.limit}).`,
  ],
} satisfies Record<string, readonly [number, (data: never) => string]>
