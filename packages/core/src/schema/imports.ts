// What was taken over from elsewhere, so that it can be brought up to date again.
import { entity, int, json, nullable, text, time } from '../store/index.js'

export const imports = {
  /** How far the import of a source has come. */
  imports: entity({
    columns: {
      /** What the source is called: an address, or a name. */
      source: text(),
      /** What the reader of the source keeps for itself. */
      state: json(),
      /** Which process is at work, and until when no other may be. */
      claimed_by: nullable(text()),
      claimed_until: nullable(time()),
    },
    key: ['source'],
    relations: {},
  }),

  /** Bugs and accounts that came from a source, under the same number, and accounts here that it names. */
  import_refs: entity({
    columns: {
      source: text(),
      /** Such as 'bug' or 'user'; 'known user' for an account that has another number there, or was here before. */
      kind: text(),
      id: int(),
      /** Of what was taken over: the same again changes nothing. */
      fingerprint: text(),
      /** When it was last changed, as far as the import knows: it has been changed here when it says otherwise. */
      changed: nullable(time()),
    },
    key: ['source', 'kind', 'id'],
    relations: {},
  }),
}
