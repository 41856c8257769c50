import { plural } from './plural.js'

const language = 'en'

export const listTexts = {
  heading: 'Bugs',
  title: (heading: string, count: string) => `${heading} · ${count}`,
  table: 'Bugs',
  none: 'No bugs match',
  showAll: 'Show all bugs',
  unseen: 'Changed since you looked',
  noneYet: 'Remove a filter, or show all bugs.',
  ignored: (names: string) => `Ignored: ${names}`,
  filters: 'Filters',
  open: 'Open',
  closed: 'Closed',
  add: 'Add filter',
  active: 'Active filters',
  edit: (field: string) => `Edit filter ${field}`,
  remove: (field: string, comparison: 'is' | 'isNot' | 'isEmpty' | 'isNotEmpty', values: readonly string[]) => {
    const what = { is: '', isNot: 'not ', isEmpty: 'empty', isNotEmpty: 'not empty' }[comparison]
    return `Remove filter ${field}: ${what}${values.join(', ')}`
  },
  chip: (field: string, comparison: string) => `${field} ${comparison}`,
  comparisons: {
    text: { is: 'contains', isNot: 'does not contain', isEmpty: 'is empty', isNotEmpty: 'is not empty' },
    other: { is: 'is', isNot: 'is not', isEmpty: 'is empty', isNotEmpty: 'is not empty' },
  },
  advancedChip: (count: number) => plural(language, count, 'Advanced: 1 condition', `Advanced: ${count} conditions`),
  savedSearch: 'Saved search',
  words: 'Text',
  clear: 'Clear filters',
  pages: 'Pages',
  pagesOf: (list: string) => `Pages: ${list}`,
  previous: 'Previous',
  next: 'Next',
  range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  select: (id: number) => `Select bug ${id}`,
  selectAll: 'Select all bugs on this page',
  selected: (count: number) => plural(language, count, '1 selected', `${count} selected`),
  display: 'Display',
  more: 'More',
  csv: 'CSV',
  feed: 'Feed',
  charts: 'Charts',
  board: 'Board',
  advanced: 'Advanced search',
  saveSearch: 'Save search',
  news: {
    changed: (count: number) => plural(language, count, '1 bug changed', `${count} bugs changed`),
    refresh: 'Refresh',
  },
}
