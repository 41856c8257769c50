export const paletteTexts = {
  title: 'Command palette',
  search: 'Type a command or search',
  commands: 'Commands',
  groups: {
    recent: 'Recent',
    actions: 'Actions',
    places: 'Pages',
    searches: 'Saved searches',
    products: 'Products',
    people: 'People',
    bugs: 'Bugs',
  },
  assignedTo: (name: string) => `Assigned to ${name}`,
}
