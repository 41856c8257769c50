import { z } from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { requireItems } from '../../domain/inbound/find.js'
import { decided, itemIds } from '../../domain/inbound/outcome.js'

export const acceptInbound = defineWrite({
  name: 'inbound.accept',
  runsOutside: 'receive held mail',
  summary: 'Accept held reports',
  description:
    'Files held reports as bugs of their senders, in the intake as it is now. A sender without an account gets one, ' +
    'with an invitation where the tracker sends email. A report whose sender may not have an account, or may not ' +
    'file bugs there, stays held, with the reason `no_right`, or `rule_refused` if a rule of the embedding program ' +
    'rejects it.\n\n' +
    'Fails with `object_does_not_exist` for an ID; `inbound_not_possible` for an item that is not held; ' +
    '`mail_reader_missing` if this process cannot read email.',
  errors: ['object_does_not_exist', 'inbound_not_possible', 'mail_reader_missing'],
  examples: [{ title: 'File a report', code: 'const { items } = await admin.inbound.accept({ ids: [3] })' }],
  access: 'required',
  isApart: () => true,
  input: z.strictObject({ ids: itemIds }),
  output: decided,
  async run(tx, { ids }, call) {
    const rows = await requireItems(tx, call, ids, { outcome: 'held' })
    for (const { id } of rows)
      await audit(tx, call, 'inbound', id, [{ field: 'outcome', removed: 'held', added: 'accepted' }])
    return { items: rows.map(({ id }) => ({ id, outcome: 'held', reason: '', bugs: [] })) }
  },
})
