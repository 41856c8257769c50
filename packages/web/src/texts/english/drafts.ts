export const draftsTexts = {
  other: 'There is another unsent text, for example from another tab.',
  useOther: 'Use the other text',
  keepThis: 'Keep this text',
}
