import { plural } from './plural.js'

export const bulkTexts = {
  title: 'Edit selected bugs',
  noChange: 'No change',
  addCc: 'Add CC',
  addKeywords: 'Add keywords',
  severalHint: 'Separate with commas',
  more: 'More fields',
  selectAll: (count: string) => `Select all ${count} bugs`,
  comment: 'Comment',
  private: 'Private',
  preview: 'Preview',
  before: 'Before',
  after: 'After',
  andComment: 'The comment is added to each bug.',
  nothing: 'No changes.',
  refused: (count: number) => plural(count, '1 bug can’t be changed:', `${count} bugs can’t be changed:`),
  refusal: (bug: string, message: string) => `Bug ${bug}: ${message}`,
  leaveOut: (count: number) => plural(count, 'Exclude it', `Exclude these ${count}`),
  change: (count: number) => plural(count, 'Change 1 bug', `Change ${count} bugs`),
  changed: (count: number) => plural(count, '1 bug changed', `${count} bugs changed`),
  back: 'Back',
  takenBack: 'Changes undone',
  notRestored: (count: number, bugs: string) =>
    plural(count, `Bug ${bugs} was not restored.`, `${count} bugs were not restored: ${bugs}.`),
  changedSince: (bug: string) => `Bug ${bug} has changed since.`,
}
