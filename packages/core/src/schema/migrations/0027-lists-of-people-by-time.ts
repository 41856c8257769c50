import type { Migration } from '../../store/index.js'

/** Finds the newest bugs of a person without reading all of the person's bugs. */
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
