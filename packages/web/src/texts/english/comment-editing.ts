export const commentEditingTexts = {
  form: (count: number) => (count === 0 ? 'Edit description' : `Edit comment ${count}`),
  save: 'Save',
  cancel: 'Cancel',
  discard: {
    title: 'Discard your changes?',
    text: 'The text that you typed has not been saved.',
    keep: 'Keep editing',
    discard: 'Discard changes',
  },
  saved: (count: number) => (count === 0 ? 'Description saved' : `Comment ${count} saved`),
  versions: (count: number) => (count === 0 ? 'Versions of the description' : `Versions of comment ${count}`),
  first: (name: string) => `Written by ${name}`,
  later: (name: string) => `Edited by ${name}`,
  hidden: 'This text is for its author and insiders.',
}
