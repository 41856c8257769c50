import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { ruleErrors } from '../../call/host-rules.js'
import { reportInput } from '../../domain/reports/input.js'
import { requireFiles } from '../../domain/reports/limits.js'
import { requireDoor } from '../../domain/reports/plan.js'

// Its second part files or holds the report, in a transaction with several operations.
export const createReport = defineWrite({
  name: 'reports.create',
  runsOutside: 'receive a report',
  summary: 'Report a problem to an intake',
  description:
    'Reports a problem from within a program. Users who can enter bugs in the product of the intake file one. Reports ' +
    'of others are held until they are accepted, or filed by the account of the intake; a report that cannot be ' +
    'filed is held, unless a rule rejects it. Files become attachments.\n\n' +
    'The response has the number of the bug only if the caller can see it. A repeated `Idempotency-Key` reports ' +
    'nothing again for 24 hours; it does not require a login.\n\n' +
    'Fails with `intake_not_found` for an unknown key, an inactive intake, and one that the caller cannot report to; ' +
    '`file_too_large` if the files have more than 80 % of `max_kb`, or one is larger than attachments can be; ' +
    '`too_many_reports` when the intake has had `per_hour` reports within an hour, one network has sent 10, or too ' +
    'many are held.',
  errors: [
    ...ruleErrors,
    'intake_not_found',
    'too_many_reports',
    'param_invalid',
    'text_too_long',
    'list_too_long',
    'file_not_specified',
    'invalid_content_type',
    'zero_length_file',
    'file_too_large',
    'idempotency_key_invalid',
    'unknown_parameter',
    'required_answer',
    'comment_too_long',
  ],
  examples: [
    {
      title: 'Report a problem with its page',
      code: "await alice.reports.create({ key: 'tki_…', summary: 'It blinks', page: 'https://app.example.com/lamp' })",
    },
  ],
  access: 'exempt',
  isApart: () => true,
  readsOnly: () => true,
  input: reportInput,
  output: z.object({
    id: z.int().optional().meta({ ref: 'bug', description: 'The new bug, if the caller can see it.' }),
    held: z.literal(true).optional().meta({ description: 'The report was received.' }),
  }),
  async run(tx, report, call) {
    const intake = await requireDoor(tx, call, report.key)
    requireFiles(call, intake, report)
    return {}
  },
})
