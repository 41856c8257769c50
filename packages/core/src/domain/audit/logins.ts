import type { Where } from '../../schema/index.js'

/** The entries with the current and former logins of users. Erasing a user removes these logins elsewhere. */
export const loginEntries: Where<'audit_log'> = {
  and: [
    { col: 'class', eq: 'User' },
    { col: 'field', in: ['email', '__create__'] },
  ],
}
