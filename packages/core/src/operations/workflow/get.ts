import { z } from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { transitionView, viewTransitions } from '../../domain/workflow/transitions.js'

export const getWorkflow = defineRead({
  name: 'workflow.get',
  summary: 'Which status may follow which',
  description:
    'The workflow: the permitted status transitions, and whether they require a comment. An empty `from` means ' +
    'a new bug. For all callers.',
  examples: [{ title: 'All transitions', code: 'const { workflow } = await alice.workflow.get()' }],
  access: 'optional',
  input: z.strictObject({}),
  output: z.object({
    workflow: z
      .array(transitionView)
      .meta({ description: 'The transitions that there are, in the order of the statuses.' }),
  }),
  async run(_tx, _input, { catalogue }) {
    return { workflow: viewTransitions(catalogue) }
  },
})
