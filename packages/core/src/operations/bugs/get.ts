import * as z from 'zod'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { bug } from '../../domain/bugs/fields/bug.js'
import { findRows } from '../../access/find-bugs.js'
import { selectBugs, viewLoadedBugs, type LoadedBug } from '../../domain/bugs/view/load.js'
import { planBugs } from '../../domain/bugs/view/view.js'
import { fault } from '../../call/define/outputs.js'

// Contract: Get Bug.
export const getBugs = defineRead({
  name: 'bugs.get',
  summary: 'Get bugs by ID or alias',
  description:
    'Returns bugs by ID or alias, in the requested order, each once. Bugs that the caller cannot see do ' +
    'not exist. Without `permissive`, the first failure is the error; with it, failures are collected in ' +
    '`faults`, and the bugs that were found are returned.',
  errors: ['bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [
    {
      title: 'Get some fields of bugs by ID and alias, ignoring missing ones',
      code:
        "const { bugs } = await alice.bugs.get({ ids: [12, 'crash-on-start'] })\n" +
        "const { faults } = await alice.bugs.get({ ids: [12, 99], permissive: true, include_fields: ['id', 'summary'] })",
    },
  ],
  access: 'optional',
  filters: 'bugs',
  input: z.strictObject({
    ids: list(bugRef).meta({ description: 'IDs and aliases.' }),
    permissive: z.boolean().default(false).meta({ description: 'Report failures in `faults` instead of an error.' }),
    ...fieldFilter,
  }),
  output: z.object({
    bugs: z.array(bug).meta({ description: 'Bugs in the requested order, each once.' }),
    faults: z.array(fault).meta({ description: 'Failed lookups; only with `permissive`.' }),
  }),
  async run(tx, input, call) {
    const refs = [...new Set(input.ids)]
    const plan = planBugs(call, createFieldFilter(input), { withUpdateToken: true })
    const rows = new Map<number, LoadedBug>()
    const faults: { id: number | string; faultString: string; faultCode: number }[] = []
    const all = await findRows(tx, refs, 'ids', (ids) => selectBugs(tx, plan, ids))
    for (const [index, found] of all.entries()) {
      if (!(found instanceof TrackerError)) rows.set(found.id, found)
      else if (!input.permissive) throw found
      else faults.push({ id: refs[index] ?? '', faultString: found.message, faultCode: found.number })
    }
    return { bugs: await viewLoadedBugs(tx, plan, [...rows.values()]), faults }
  },
})
