export const historyTexts = {
  title: (id: number) => `History of bug ${id}`,
  table: 'History',
  back: (id: number) => `Bug ${id}`,
  when: 'When',
  who: 'Who',
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: 'Nothing has been changed since the bug was filed.',
}
