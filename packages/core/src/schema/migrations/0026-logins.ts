import { entity, int, json, nullable, text, time, type Migration } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Logins at providers. Processes that do not know of them would take every identity for one of the host, so they stop. */
export const logins: Migration = breaking({
  id: 26,
  name: 'logins at providers',
  steps: [
    { addColumn: 'tokens', name: 'expires', column: nullable(time()), fill: null },
    { addColumn: 'external_accounts', name: 'kind', column: text(), fill: 'host' },
    { addColumn: 'external_accounts', name: 'shown_as', column: nullable(text()), fill: null },
    { addColumn: 'external_accounts', name: 'creation_time', column: nullable(time()), fill: null },
    { addColumn: 'external_accounts', name: 'last_login', column: nullable(time()), fill: null },
    {
      createEntity: 'login_flows',
      entity: entity({
        columns: {
          id: int(),
          flow_hash: text(),
          stage: text(),
          person: nullable(json()),
          user_id: nullable(int()),
          failures: int(),
          expires: time(),
        },
        key: ['id'],
        autoId: true,
        unique: [['flow_hash']],
        index: [['expires'], ['user_id']],
        relations: {},
      }),
    },
  ],
})
