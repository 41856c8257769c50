import { z } from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { transitionView, viewTransitions } from '../../domain/workflow/transitions.js'

export const getWorkflow = defineRead({
  name: 'workflow.get',
  summary: 'Which status may follow which',
  description:
    'The workflow: which status may follow which, and whether the transition needs a comment. An empty `from` stands ' +
    'for a bug that is being filed. For everybody.',
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
