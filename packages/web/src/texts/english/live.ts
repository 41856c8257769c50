export const liveTexts = {
  comment: (name: string) => `New comment by ${name}`,
  comments: (count: number) => `${count} new comments`,
  change: (name: string) => `Changed by ${name}`,
  somebody: 'someone',
}
