// Records of imports, so that they can be updated later.
import { entity, int, json, nullable, text, time } from '../store/index.js'

export const imports = {
  /** How far the import of a source has come. */
  imports: entity({
    columns: {
      /** Address or name of the source. */
      source: text(),
      /** State of the source's reader. */
      state: json(),
      /** Process that runs the import, and the end of its lease. */
      claimed_by: nullable(text()),
      claimed_until: nullable(time()),
    },
    key: ['source'],
    relations: {},
  }),

  /** Bugs and accounts imported from a source, under the same IDs, and local accounts that it names. */
  import_refs: entity({
    columns: {
      source: text(),
      /**
       * Such as 'bug' or 'user'; 'known user' for an account that has another number there, or was here before; 'waiting links' and
       * 'awaited bug' for both bugs of links to bugs that have not been imported.
       */
      kind: text(),
      id: int(),
      /** Hash of the imported data: importing the same again changes nothing. Of links that wait: the other bugs, as JSON. */
      fingerprint: text(),
      /** The time of its last change known to the import: another time means a local change. */
      changed: nullable(time()),
    },
    key: ['source', 'kind', 'id'],
    relations: {},
  }),
}
