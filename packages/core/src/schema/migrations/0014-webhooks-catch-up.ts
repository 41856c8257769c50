import { int, nullable, type Migration } from '../../store/index.js'

/** What webhooks are still to be told of what happened before; what is due of one of them is found by an index. */
export const webhooksCatchUp: Migration = {
  id: 14,
  name: 'webhooks catch up',
  breaking: false,
  steps: [
    { addColumn: 'webhooks', name: 'backlog_seq', column: nullable(int()) },
    { addIndex: 'webhook_deliveries', columns: ['webhook_id', 'state', 'next_attempt'] },
  ],
}
