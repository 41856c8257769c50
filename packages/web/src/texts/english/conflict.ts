export const conflictTexts = {
  title: (id: number) => `Bug ${id} changed while you were editing`,
  changes: 'Changes',
  field: 'Field',
  before: 'Before',
  theirs: 'Theirs',
  yours: 'Yours',
  useTheirs: (value: string) => `Theirs: ${value}`,
  useYours: (value: string) => `Yours: ${value}`,
  save: 'Save merged changes',
}
