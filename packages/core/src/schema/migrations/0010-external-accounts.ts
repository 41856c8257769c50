import { int, text, type Migration } from '../../store/index.js'

/** Links accounts to users of the embedding program. */
export const externalAccounts: Migration = {
  id: 10,
  name: 'external accounts',
  breaking: false,
  steps: [
    {
      createEntity: 'external_accounts',
      entity: {
        columns: { issuer: text(), subject: text(), user_id: int(), digest: text() },
        key: ['issuer', 'subject'],
        index: [['user_id']],
      },
    },
  ],
}
