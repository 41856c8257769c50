import { entity, int, nullable, text, time, to, type Migration } from '../../store/index.js'
import { breaking } from './breaking.js'

/**
 * Authenticators and recovery codes. Processes that do not know of them would let in whoever has the password, so that they stop.
 */
export const secondFactors: Migration = breaking({
  id: 21,
  name: 'second factors',
  steps: [
    {
      createEntity: 'second_factors',
      entity: entity({
        columns: {
          user_id: int(),
          secret: text(),
          creation_time: time(),
          confirmed_time: nullable(time()),
          last_step: int(),
          failures: int(),
          last_failure: nullable(time()),
        },
        key: ['user_id'],
        relations: { user: to('users', ['user_id', 'id']) },
      }),
    },
    {
      createEntity: 'recovery_codes',
      entity: entity({
        columns: { user_id: int(), code_hash: text() },
        key: ['user_id', 'code_hash'],
        relations: { user: to('users', ['user_id', 'id']) },
      }),
    },
  ],
})
