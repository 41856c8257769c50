import { plural } from './plural.js'

export const boardTexts = {
  title: 'Board',
  columns: 'Columns',
  rows: 'Rows',
  list: 'List',
  none: 'None',
  others: (count: number) => plural(count, '1 more column', `${count} more columns`),
  otherRows: (count: number) => plural(count, '1 more row', `${count} more rows`),
  move: (id: number) => `Move bug ${id}`,
  moveTo: (id: number, value: string) => `Move bug ${id} to ${value}`,
  moveNow: 'Move',
  comment: 'Comment',
  commentRequired: 'Comment (required)',
  moved: (id: number, value: string) => `Bug ${id} moved to ${value}`,
  movedTo: (value: string) => `Moved to ${value}`,
  movedBack: (id: number) => `Bug ${id} moved back`,
  notFrom: (status: string) => `The workflow does not allow this from ${status}.`,
  notYours: 'You do not have permission to change this.',
  refused: (id: number, value: string, why: string) => `Bug ${id} not moved to ${value}: ${why}`,
}
