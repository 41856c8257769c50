import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { requireItems } from '../../domain/inbound/find.js'
import { decided, itemIds } from '../../domain/inbound/outcome.js'

export const acceptInbound = defineWrite({
  name: 'inbound.accept',
  runsOutside: 'receive held mail',
  summary: 'Accept held reports',
  description:
    'Files held reports as bugs, in the intake as it is now: email as its sender, and reports from programs as the ' +
    'caller, because an address that was typed proves nothing; a private comment has it. A sender of email without an ' +
    'account gets one, with an invitation where the tracker sends email. A report whose sender, or caller, may not ' +
    'have an account or file bugs there stays held, with the reason `no_right`, or `rule_refused` if a rule of the ' +
    'embedding program rejects it.\n\n' +
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
    return { items: rows.map(({ id }) => ({ id, outcome: 'held', reason: '', bugs: [] })) }
  },
})
