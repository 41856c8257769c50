import { bool, entity, int, json, nullable, text, time, to } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Digests and scheduled searches. Processes that do not know them would leave those of erased people behind. */
export const schedules = breaking({
  id: 40,
  name: 'schedules',
  steps: [
    {
      createEntity: 'schedules',
      entity: entity({
        columns: {
          id: int(),
          user_id: int(),
          kind: text(),
          saved_search_id: nullable(int()),
          name: text(),
          days: int(),
          hours: json(),
          to: nullable(json()),
          only_changed: bool(),
          if_empty: bool(),
          is_enabled: bool(),
          next_time: time(),
          last_time: nullable(time()),
          disabled_reason: text(),
        },
        key: ['id'],
        autoId: true,
        index: [['user_id'], ['is_enabled', 'next_time']],
        relations: { user: to('users', ['user_id', 'id']) },
      }),
    },
  ],
})
