export const actingTexts = {
  viewingAs: (login: string) => `Viewing as ${login}`,
  stop: 'Stop',
}
