import { time, nullable, type Migration } from '../../store/index.js'

/** Records whether any process delivers email, so that none piles up otherwise. */
export const mailIsDelivered: Migration = {
  id: 3,
  name: 'mail is delivered',
  breaking: false,
  steps: [{ addColumn: 'installation', name: 'mail_delivered_until', column: nullable(time()) }],
}
