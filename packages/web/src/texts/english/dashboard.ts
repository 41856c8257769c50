import { plural } from './plural.js'

export const dashboardTexts = {
  title: 'Dashboard',
  inbox: 'Inbox',
  assigned: 'Assigned to me',
  ofMe: 'Requests for me',
  byMe: 'Requested by me',
  reported: 'Reported by me',
  searches: 'Saved searches',
  milestones: 'Milestones',
  milestone: 'Milestone',
  due: 'Due date',
  daysLeft: (days: number) =>
    days < 0
      ? plural(-days, '1 day overdue', `${-days} days overdue`)
      : days === 0
        ? 'due today'
        : plural(days, '1 day left', `${days} days left`),
  open: 'Open',
  closed: 'Closed',
  all: (count: number) => `All ${count}`,
  allOfMany: (count: number) => `All ${count}+`,
  nothingIn: (parts: readonly string[]) => `Nothing in: ${parts.join(', ')}`,
  gettingStarted: 'Getting started',
  nothingYet: 'Bugs and requests that concern you will be listed here.',
  newBug: 'File a bug',
  findBugs: 'Find bugs',
  search: 'Search',
  bugs: 'Bugs',
}
