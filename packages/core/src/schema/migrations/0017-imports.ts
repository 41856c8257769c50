import { int, json, nullable, text, time, type Migration } from '../../store/index.js'

/** Records of imports. Older processes import nothing. */
export const imports: Migration = {
  id: 17,
  name: 'imports',
  breaking: false,
  steps: [
    {
      createEntity: 'imports',
      entity: {
        columns: { source: text(), state: json(), claimed_by: nullable(text()), claimed_until: nullable(time()) },
        key: ['source'],
      },
    },
    {
      createEntity: 'import_refs',
      entity: {
        columns: { source: text(), kind: text(), id: int(), fingerprint: text(), changed: nullable(time()) },
        key: ['source', 'kind', 'id'],
      },
    },
  ],
}
