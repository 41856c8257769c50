// Operations run as the user who decided about incoming items, after the decision.
import * as z from 'zod'
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

/** No public operation: run in the transaction of the decision, where there is one. */
export const auditDecided = defineWrite({
  name: 'inbound.auditDecided',
  summary: 'Log a decision about an item',
  description: 'Writes into the audit log that a held or failed item was decided about.',
  access: 'required',
  input: z.custom<{
    readonly id: number
    readonly removed: 'held' | 'failed'
    readonly added: 'accepted' | 'retried'
  }>(),
  output: z.object({}),
  async run(tx, { id, ...outcome }, call) {
    await audit(tx, call, 'inbound', id, [{ field: 'outcome', ...outcome }])
    return {}
  },
})
