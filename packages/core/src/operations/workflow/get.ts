import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { transitionView, viewTransitions } from '../../domain/workflow/transitions.js'

export const getWorkflow = defineRead({
  name: 'workflow.get',
  summary: 'Get the allowed status transitions',
  description:
    'Returns the workflow: the allowed status transitions, and whether they require a comment. An empty ' +
    '`from` means a new bug. Available without login.',
  examples: [{ title: 'All transitions', code: 'const { workflow } = await alice.workflow.get()' }],
  access: 'optional',
  input: z.strictObject({}),
  output: z.object({
    workflow: z.array(transitionView).meta({ description: 'Allowed transitions, in the order of the statuses.' }),
  }),
  async run(_tx, _input, { catalogue }) {
    return { workflow: viewTransitions(catalogue) }
  },
})
