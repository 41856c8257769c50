export const figureTexts = {
  open: 'Open',
  opened: 'Opened',
  closed: 'Closed',
  hours: 'Hours remaining',
  values: 'Values',
  valueAt: (start: string, value: string) => `${start}: ${value}`,
  showNumbers: 'Show as table',
  hideNumbers: 'Hide table',
  more: (count: string) => `${count} more under “Show as table”`,
  openNow: (now: string, most: string) => `${now} open (peak ${most})`,
  hoursNow: (now: string, most: string) => `${now} hours remaining (peak ${most})`,
  moves: {
    day: (most: string) => `Opened and closed per day (peak ${most})`,
    week: (most: string) => `Opened and closed per week (peak ${most})`,
    month: (most: string) => `Opened and closed per month (peak ${most})`,
  },
  from: { day: 'Day', week: 'Week of', month: 'Month' },
}
