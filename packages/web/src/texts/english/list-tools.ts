export const listToolsTexts = {
  field: 'Field',
  value: 'Value',
  filter: (field: string) => `Filter ${field}`,
  condition: 'Condition',
  apply: 'Apply',
  preview: {
    title: (id: number) => `Preview of bug ${id}`,
    open: (id: number) => `Open bug ${id}`,
  },
  sortBy: 'Sort by',
  order: 'Order',
  ascending: 'Ascending',
  descending: 'Descending',
  columns: {
    title: 'Columns',
    hint: 'Applies to all your lists.',
    up: (field: string) => `Move ${field} up`,
    down: (field: string) => `Move ${field} down`,
    apply: 'Apply',
    done: 'Columns saved',
  },
  saveSearch: {
    title: 'Save search',
    name: 'Name',
    shareWith: 'Share with',
    nobody: 'Nobody', // english: the name of an option
    save: 'Save',
    done: (name: string) => `Search ${name} saved`,
    notJoinable:
      'The saved search and the criteria beside it cannot be saved as one search. Change the saved search instead.',
  },
}
