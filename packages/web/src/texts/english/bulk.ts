import { plural } from './plural.js'

const language = 'en'

export const bulkTexts = {
  title: 'Edit selected bugs',
  noChange: 'No change',
  addCc: 'Add CC',
  addKeywords: 'Add keywords',
  severalHint: 'Several with commas between them',
  comment: 'Comment',
  private: 'Private',
  preview: 'Preview',
  before: 'Before',
  after: 'After',
  andComment: 'The comment is added to each of them.',
  nothing: 'Nothing would change.',
  refused: (count: number) =>
    plural(language, count, '1 of the bugs cannot be changed so:', `${count} of the bugs cannot be changed so:`),
  refusal: (bug: string, message: string) => `Bug ${bug}: ${message}`,
  leaveOut: (count: number) => plural(language, count, 'Leave it out', `Leave out these ${count}`),
  change: (count: number) => plural(language, count, 'Change 1 bug', `Change ${count} bugs`),
  changed: (count: number) => plural(language, count, '1 bug changed', `${count} bugs changed`),
  back: 'Back',
  takenBack: 'Changes taken back',
}
