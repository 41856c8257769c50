import { time, nullable, type Migration } from '../../store/index.js'

/** Whether anybody brings mail on its way, so that none piles up where nobody does. */
export const mailIsDelivered: Migration = {
  id: 3,
  name: 'mail is delivered',
  breaking: false,
  steps: [{ addColumn: 'installation', name: 'mail_delivered_until', column: nullable(time()) }],
}
