// Operations run as the user who decided about incoming items, after the decision.
import { z } from 'zod'
import { findVisibleIds } from '../access/find-bugs.js'
import { defineRead, defineWrite } from '../call/define/operation.js'
import { audit } from '../domain/audit/write.js'

/** No public operation: a bug may be hidden from the user who files it for another one. */
export const findVisibleBugs = defineRead({
  name: 'inbound.findVisibleBugs',
  summary: 'Find the visible bugs of decisions',
  description: 'Returns those of the bugs that the caller can see.',
  access: 'required',
  input: z.custom<{ readonly bugs: readonly number[] }>(),
  output: z.custom<readonly number[]>(),
  async run(tx, { bugs }, call) {
    return [...(await findVisibleIds(tx, call, bugs)).keys()]
  },
})

/** No public operation. */
export const auditRetried = defineWrite({
  name: 'inbound.auditRetried',
  summary: 'Log that a message was received again',
  description: 'Writes into the audit log that a failed message was received again.',
  access: 'required',
  input: z.custom<{ readonly id: number }>(),
  output: z.object({}),
  async run(tx, { id }, call) {
    await audit(tx, call, 'inbound', id, [{ field: 'outcome', removed: 'failed', added: 'retried' }])
    return {}
  },
})
