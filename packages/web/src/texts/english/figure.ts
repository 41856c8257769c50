export const figureTexts = {
  open: 'Open',
  opened: 'Opened',
  closed: 'Closed',
  hours: 'Hours left',
  showNumbers: 'Show numbers',
  hideNumbers: 'Hide numbers',
  more: (count: string) => `${count} more are among the numbers.`,
  openNow: (now: string, most: string) => `${now} open now, ${most} at most`,
  hoursNow: (now: string, most: string) => `${now} hours left, ${most} at most`,
  moves: {
    day: (most: string) => `Opened and closed each day: ${most} at most`,
    week: (most: string) => `Opened and closed each week: ${most} at most`,
    month: (most: string) => `Opened and closed each month: ${most} at most`,
  },
  from: { day: 'Day', week: 'Week from', month: 'Month from' },
}
