import { text, time, type Migration } from '../../store/index.js'

/** Claims of mailboxes. Processes that do not know them read a mailbox beside others, and each message still counts once. */
export const mailboxClaims: Migration = {
  id: 32,
  name: 'mailbox claims',
  breaking: false,
  steps: [
    {
      createEntity: 'mailbox_claims',
      entity: {
        columns: { mailbox: text(), claimed_by: text(), claimed_until: time() },
        key: ['mailbox'],
      },
    },
  ],
}
