import { z } from 'zod'
import { defineRead } from '../../define/operation.js'
import { moveView, viewMoves } from '../../domain/workflow/transitions.js'

/**
 * The workflow: which status may follow which, and whether the move needs a comment. An empty `from` stands for a bug that is
 * being filed. For everybody.
 *
 * @example const { workflow } = await alice.workflow.get()
 */
export const getWorkflow = defineRead({
  name: 'workflow.get',
  summary: 'Which status may follow which',
  access: 'optional',
  input: z.strictObject({}),
  output: z.object({ workflow: z.array(moveView) }),
  async run(_tx, _input, { catalogue }) {
    return { workflow: viewMoves(catalogue) }
  },
})
