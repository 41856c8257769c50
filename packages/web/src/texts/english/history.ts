export const historyTexts = {
  title: (id: number) => `History of bug ${id}`,
  table: 'History',
  back: (id: number) => `Bug ${id}`,
  when: 'When',
  who: 'Who', // english: the name of a column
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: 'No changes since the bug was filed.',
}
