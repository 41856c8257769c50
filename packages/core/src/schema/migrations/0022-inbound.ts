import { bool, bytes, entity, int, json, nullable, text, time, to, type Migration } from '../../store/index.js'

/** Items that come in from outside, and intakes for new bugs. */
export const inboundItems: Migration = {
  id: 22,
  name: 'inbound items',
  breaking: false,
  steps: [
    {
      createEntity: 'inbound',
      entity: entity({
        columns: {
          id: int(),
          way: text(),
          source: text(),
          key_hash: text(),
          outcome: text(),
          reason: text(),
          user_id: nullable(int()),
          sender: text(),
          subject: text(),
          intake_id: nullable(int()),
          bug_ids: json(),
          size: int(),
          attempts: int(),
          time: time(),
        },
        key: ['id'],
        autoId: true,
        unique: [['way', 'key_hash']],
        index: [['outcome', 'time'], ['user_id']],
        relations: {},
      }),
    },
    {
      createEntity: 'inbound_content',
      entity: entity({
        columns: { inbound_id: int(), part: int(), data: bytes() },
        key: ['inbound_id', 'part'],
        relations: { inbound: to('inbound', ['inbound_id', 'id']) },
      }),
    },
    {
      createEntity: 'intakes',
      entity: entity({
        columns: {
          id: int(),
          name: text(),
          product_id: int(),
          component_id: int(),
          version_id: int(),
          accepts: text(),
          is_active: bool(),
        },
        key: ['id'],
        autoId: true,
        unique: [['name']],
        index: [['product_id'], ['component_id'], ['version_id']],
        relations: {
          product: to('products', ['product_id', 'id']),
          component: to('components', ['component_id', 'id']),
          version: to('versions', ['version_id', 'id']),
        },
      }),
    },
  ],
}
