import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { sizeLimit } from '../../domain/attachments/content.js'
import { formElementView, type FormElementView } from '../../domain/forms/element.js'
import { findFormOf } from '../../domain/forms/find.js'
import { intakeAudiences, type IntakeAudience } from '../../domain/intakes/inputs.js'
import { reportKey } from '../../domain/reports/input.js'
import { requireDoor } from '../../domain/reports/plan.js'

export const getReportDoor = defineRead({
  name: 'reports.get',
  summary: 'Read what an intake accepts',
  description:
    'Returns what a form for reports to an intake needs. For anyone who can report something to it.\n\n' +
    'Fails with `intake_not_found` for an unknown key, an inactive intake, and one that the caller cannot report to.',
  errors: ['intake_not_found'],
  examples: [{ title: 'Its largest report', code: "const { max_kb } = await alice.reports.get({ key: 'tki_…' })" }],
  access: 'exempt',
  input: z.strictObject({ key: reportKey }),
  output: z
    .object({
      name: z.string().meta({ description: 'Name of the intake.' }),
      form: z
        .object({
          name: z.string().meta({ description: 'Name of the form.' }),
          body: z.array(formElementView).meta({ description: 'The elements, in their order.' }),
        })
        .nullable()
        .meta({ description: 'The questions of the intake; null for none.' }),
      accepts: z.enum(intakeAudiences).meta({
        description: 'Whether the intake accepts reports only of users with accounts (`accounts`), or of `anybody`.',
      }),
      max_kb: z.int().meta({ description: 'Maximum size of a report in KiB. Its files can use 80 % of it.' }),
      max_file_kb: z.int().meta({ description: 'Maximum size of a file in KiB, as for attachments.' }),
    })
    .meta({ id: 'ReportDoor', description: 'The reports that an intake accepts.' }),
  async run(tx, { key }, call) {
    const intake = await requireDoor(tx, call, key)
    const { name, accepts, max_kb } = intake
    const found = await findFormOf(tx, intake)
    const form = found
      ? { name: found.name, body: found.body as readonly FormElementView[] as FormElementView[] }
      : null
    const max_file_kb = Math.floor(sizeLimit(call.catalogue) / 1024)
    return { name, form, accepts: accepts as IntakeAudience, max_kb, max_file_kb }
  },
})
