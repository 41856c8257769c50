export const newTexts = { title: 'New bug' }
