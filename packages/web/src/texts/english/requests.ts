import { plural } from './plural.js'

const language = 'en'

export const requestsTexts = {
  title: 'Requests',
  request: 'Request',
  bug: 'Bug',
  attachment: 'Attachment',
  setter: 'By',
  requestee: 'Of',
  anybody: 'Anybody',
  since: 'Since',
  of: 'Requested of',
  by: 'Requested by',
  status: 'Status',
  statuses: { '?': 'Open', '+': 'Granted', '-': 'Denied' },
  none: 'There are no such requests.',
  count: (count: number) => plural(language, count, '1 request', `${count} requests`),
}
