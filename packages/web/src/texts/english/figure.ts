export const figureTexts = {
  open: 'Open',
  closed: 'Closed',
  showNumbers: 'Show numbers',
  hideNumbers: 'Hide numbers',
  more: (count: string) => `${count} more are among the numbers.`,
}
