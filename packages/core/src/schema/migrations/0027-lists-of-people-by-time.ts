import type { Migration } from '../../store/index.js'

/** The newest bugs of a person are found without looking at all of theirs. */
export const listsOfPeopleByTime: Migration = {
  id: 27,
  name: 'lists of people by time',
  breaking: false,
  steps: [
    { addIndex: 'bugs', columns: ['assigned_to_id', 'is_open', 'last_change_time'] },
    { addIndex: 'bugs', columns: ['creator_id', 'last_change_time'] },
    { addIndex: 'bugs', columns: ['qa_contact_id', 'last_change_time'] },
  ],
}
