export const homeTexts = {
  title: 'Bugs',
  newest: 'Newest bugs',
  all: 'All open bugs',
  none: 'No bugs yet.',
}
