import { plural } from './plural.js'

export const requestsTexts = {
  title: 'Requests',
  request: 'Request',
  bug: 'Bug',
  attachment: 'Attachment',
  setter: 'Requester',
  requestee: 'Requestee',
  anybody: 'Anyone',
  since: 'Since',
  of: 'Requested from',
  by: 'Requested by',
  anyone: 'Anyone',
  status: 'Status',
  statuses: { '?': 'Pending', '+': 'Granted', '-': 'Denied' },
  none: 'No matching requests.',
  count: (count: number) => plural(count, '1 request', `${count} requests`),
}
