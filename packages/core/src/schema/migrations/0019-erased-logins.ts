import { int, text, type Migration } from '../../store/index.js'

/** By what imports recognise people who have been erased. Processes that do not know of it erase nobody. */
export const erasedLogins: Migration = {
  id: 19,
  name: 'erased logins',
  breaking: false,
  steps: [
    { createEntity: 'erased_logins', entity: { columns: { login_hash: text(), user_id: int() }, key: ['login_hash'] } },
  ],
}
