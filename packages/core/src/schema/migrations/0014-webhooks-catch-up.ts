import { int, nullable, type Migration } from '../../store/index.js'

/** Earlier entries that webhooks still have to send, and an index of due requests per webhook. */
export const webhooksCatchUp: Migration = {
  id: 14,
  name: 'webhooks catch up',
  breaking: false,
  steps: [
    { addColumn: 'webhooks', name: 'backlog_seq', column: nullable(int()) },
    { addIndex: 'webhook_deliveries', columns: ['webhook_id', 'state', 'next_attempt'] },
  ],
}
