import { bool, entity, int, json, nullable, text, time } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Passkeys. Processes that do not know of them would compute one-time passwords from the empty secret of an account. */
export const passkeys = breaking({
  id: 34,
  name: 'passkeys',
  steps: [
    {
      createEntity: 'passkeys',
      entity: entity({
        columns: {
          id: int(),
          user_id: int(),
          credential_id: text(),
          public_key: text(),
          algorithm: int(),
          counter: int(),
          rp_id: text(),
          user_handle: text(),
          name: text(),
          transports: json(),
          is_backed_up: bool(),
          creation_time: time(),
          last_used: nullable(time()),
        },
        key: ['id'],
        autoId: true,
        unique: [['credential_id']],
        index: [['user_id']],
        relations: {},
      }),
    },
  ],
})
