import { z } from 'zod'
import { defineRead } from '../../define/operation.js'
import { moveView, viewMoves } from '../../domain/workflow/transitions.js'

export const getWorkflow = defineRead({
  name: 'workflow.get',
  summary: 'Which status may follow which',
  description:
    'The workflow: which status may follow which, and whether the move needs a comment. An empty `from` stands ' +
    'for a bug that is being filed. For everybody.',
  examples: [{ title: 'All moves', code: 'const { workflow } = await alice.workflow.get()' }],
  access: 'optional',
  input: z.strictObject({}),
  output: z.object({
    workflow: z.array(moveView).meta({ description: 'The moves that there are, in the order of the statuses.' }),
  }),
  async run(_tx, _input, { catalogue }) {
    return { workflow: viewMoves(catalogue) }
  },
})
