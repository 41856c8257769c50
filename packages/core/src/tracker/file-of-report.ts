// The bug of a report.
import * as z from 'zod'
import { defineWrite, parseInput } from '../call/define/operation.js'
import { findFormOf } from '../domain/forms/find.js'
import { keywordsOfNew } from '../domain/forms/keywords.js'
import { createBug, fileBug } from '../operations/bugs/create.js'

/** No public operation: files a bug as its caller, with the keywords of the form of the intake. */
export const fileBugOfReport = defineWrite({
  name: 'reports.file',
  summary: 'File the bug of a report',
  description: 'Files the bug of a report, whose answers are in its description and fields already.',
  errors: createBug.errors ?? [],
  access: 'required',
  input: z.custom<{ readonly bug: z.input<typeof createBug.input>; readonly intake: number | null }>(),
  output: createBug.output,
  async run(tx, { bug, intake: id }, call) {
    const [intake] = await tx.select({ from: 'intakes', where: { col: 'id', eq: id ?? 0 } })
    const form = intake && (await findFormOf(tx, intake))
    const keywords = form ? await keywordsOfNew(tx, call, form.id) : new Set<number>()
    return fileBug(tx, call, parseInput(createBug, bug), keywords)
  },
})
