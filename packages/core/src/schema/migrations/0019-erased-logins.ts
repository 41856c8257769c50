import { int, text, type Migration } from '../../store/index.js'

/** Lets imports recognize erased users. Older processes erase no users. */
export const erasedLogins: Migration = {
  id: 19,
  name: 'erased logins',
  breaking: false,
  steps: [
    { createEntity: 'erased_logins', entity: { columns: { login_hash: text(), user_id: int() }, key: ['login_hash'] } },
  ],
}
