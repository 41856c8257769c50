import { int, json, text, time, type Migration } from '../../store/index.js'

/** Writes that are asked for with a key are done once. Processes that do not know that take no keys. */
export const writesDoneOnce: Migration = {
  id: 11,
  name: 'writes done once',
  breaking: false,
  steps: [
    {
      createEntity: 'idempotency',
      entity: {
        columns: { caller: int(), key_hash: text(), fingerprint: text(), answer: json(), creation_time: time() },
        key: ['caller', 'key_hash'],
        index: [['creation_time']],
      },
    },
  ],
}
