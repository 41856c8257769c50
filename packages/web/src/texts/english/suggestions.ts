export const suggestionTexts = {
  name: 'Suggestions',
  searchFor: (text: string) => `Search for “${text}”`,
  goTo: (id: string) => `Go to bug ${id}`,
}
