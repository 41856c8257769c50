import { int, text, time, type Migration } from '../../store/index.js'

/** Removed links to code. Processes that do not know of them let late events create links again, as before. */
export const removedLinks: Migration = {
  id: 35,
  name: 'removed links',
  breaking: false,
  steps: [
    {
      createEntity: 'removed_code_links',
      entity: {
        columns: { bug_id: int(), link_hash: text(), changed_at: time() },
        key: ['bug_id', 'link_hash'],
      },
    },
  ],
}
