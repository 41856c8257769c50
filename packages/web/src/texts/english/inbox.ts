import { plural } from './plural.js'

const language = 'en'

export const inboxTexts = {
  title: 'Inbox',
  show: 'Show',
  states: { unread: 'Unread', later: 'Later', done: 'Done', all: 'All' },
  reasons: {
    mentioned: 'Mentioned',
    asked: 'Asked',
    assigned: 'Assigned to you',
    role: 'Your bug',
    followed: 'Followed',
  },
  bug: (id: number, summary: string) => `Bug ${id} ${summary}`,
  newBug: 'New bug',
  comments: (count: number) => plural(language, count, '1 comment', `${count} comments`),
  changes: (count: number) => plural(language, count, '1 change', `${count} changes`),
  doneWith: (id: number) => `Done: bug ${id}`,
  later: (id: number) => `Later: bug ${id}`,
  mute: (id: number) => `Mute: bug ${id}`,
  unread: (id: number) => `Unread: bug ${id}`,
  done: 'Done',
  putOff: 'Put off',
  muted: 'Muted',
  muteShort: 'Mute',
  tomorrow: 'Tomorrow',
  nextWeek: 'Next week',
  pickDate: 'Pick a date',
  date: (id: number) => `Later until: bug ${id}`,
  until: 'Until',
  allDone: 'Mark all as done',
  nothing: 'Nothing new',
  next: 'Older',
}
