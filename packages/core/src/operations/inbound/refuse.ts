import { z } from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { requireItems, visibleItems } from '../../domain/inbound/find.js'
import { decided, itemIds } from '../../domain/inbound/outcome.js'

export const refuseInbound = defineWrite({
  name: 'inbound.refuse',
  summary: 'Refuse held reports',
  description:
    'Refuses held reports and deletes their contents; all of them or none. The senders are not notified.\n\n' +
    'Fails with `object_does_not_exist` for an ID; `inbound_not_possible` for an item that is not held.',
  errors: ['object_does_not_exist', 'inbound_not_possible'],
  examples: [
    {
      title: 'Refuse all reports of a sender',
      code: 'const { items } = await admin.inbound.refuse({ ids: [3], all_of_sender: true })',
    },
  ],
  access: 'required',
  input: z.strictObject({
    ids: itemIds,
    all_of_sender: z.boolean().default(false).meta({ description: 'Also all other held reports of these senders.' }),
  }),
  output: decided,
  async run(tx, { ids, all_of_sender }, call) {
    const rows = await requireItems(tx, call, ids, { outcome: 'held' })
    const senders = [...new Set(rows.map(({ sender }) => sender))]
    const theirs = { and: [{ col: 'outcome', eq: 'held' } as const, { col: 'sender', in: senders } as const] }
    const others = { and: [theirs, await visibleItems(tx, call)] }
    const all = all_of_sender ? await tx.select({ from: 'inbound', where: others, order: [{ col: 'id' }] }) : rows
    const found = all.map(({ id }) => id)
    const reason = 'refused_by_person'
    await tx.delete('inbound_content', { col: 'inbound_id', in: found })
    await tx.update('inbound', { col: 'id', in: found }, { outcome: 'refused', reason, subject: '', time: call.now })
    for (const id of found)
      await audit(tx, call, 'inbound', id, [{ field: 'outcome', removed: 'held', added: 'refused' }])
    return { items: found.map((id) => ({ id, outcome: 'refused', reason, bugs: [] })) }
  },
})
