import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { requireItems, visibleItems, type InboundItem } from '../../domain/inbound/find.js'
import { decided, itemIds } from '../../domain/inbound/outcome.js'
import type { Where } from '../../schema/index.js'

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
    all_of_sender: z.boolean().default(false).meta({
      description:
        'Also all other held reports of these senders: for email, of their addresses; for other reports, from their networks.',
    }),
  }),
  output: decided,
  async run(tx, { ids, all_of_sender }, call) {
    const rows = await requireItems(tx, call, ids, { outcome: 'held' })
    const others = { and: [{ col: 'outcome', eq: 'held' } as const, sameSenders(rows), await visibleItems(tx, call)] }
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

/** The address in a report proves nothing, so that its network is the sender. */
function sameSenders(rows: readonly InboundItem[]): Where<'inbound'> {
  const [mail, reports] = [rows.filter(({ way }) => way !== 'report'), rows.filter(({ way }) => way === 'report')]
  const hashes = reports.map(({ address_hash }) => address_hash).filter((hash) => hash !== '')
  return {
    or: [
      {
        and: [
          { col: 'way', eq: 'mail' },
          { col: 'sender', in: [...new Set(mail.map(({ sender }) => sender))] },
        ],
      },
      {
        and: [
          { col: 'way', eq: 'report' },
          { col: 'address_hash', in: [...new Set(hashes)] },
        ],
      },
      { col: 'id', in: rows.map(({ id }) => id) },
    ],
  }
}
