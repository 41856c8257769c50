import { plural } from '../plural.js'

const language = 'en'

export const figureTexts = {
  open: 'Open',
  closed: 'Closed',
  showNumbers: 'Show numbers',
  hideNumbers: 'Hide numbers',
  more: (count: string) => `${count} more are among the numbers.`,
}

export const productsTexts = {
  title: 'Products',
  product: 'Product',
  description: 'Description',
  open: 'Open bugs',
  none: 'There are no products, or none that you may see.',
  all: 'All products',
  components: 'Components',
  component: 'Component',
  openAndClosed: 'Open and closed bugs',
  milestones: 'Milestones',
  milestone: 'Milestone',
  bugs: 'All bugs',
  showBugs: 'Show open bugs',
  fileBug: 'New bug',
  inactive: 'No longer in use',
  noBugs: 'No bugs yet.',
  progress: 'Open and closed bugs',
  openBugs: 'Open bugs',
  blockedBy: 'Blocked by',
  blockedByAbout: 'Open bugs of other milestones that bugs of this one wait for.',
  noOpenBugs: 'No bug of this milestone is open.',
  notBlocked: 'No bug of this milestone waits for one outside of it.',
  allOf: (count: number) => `All ${count}`,
  milestoneTitle: (product: string, milestone: string) => `${product}: ${milestone}`,
}

export const dashboardTexts = {
  title: 'Dashboard',
  assigned: 'Assigned to me',
  ofMe: 'Requests of me',
  byMe: 'Requested by me',
  reported: 'Reported by me',
  changed: 'Recently changed',
  searches: 'Saved searches',
  all: (count: number) => `All ${count}`,
  none: {
    assigned: 'No open bug is assigned to you.',
    ofMe: 'Nobody waits for an answer of yours.',
    byMe: 'You wait for nobody’s answer.',
    reported: 'No bug that you have reported is open.',
    changed: 'You are not on the CC list of any bug.',
    searches: 'You have not saved a search.',
  },
  newBug: 'New bug',
  findBugs: 'Find bugs',
  search: 'Search',
  bugs: 'Bugs',
}

export const requestsTexts = {
  title: 'Requests',
  request: 'Request',
  bug: 'Bug',
  attachment: 'Attachment',
  setter: 'By',
  requestee: 'Of',
  anybody: 'Anybody',
  since: 'Since',
  of: 'Requested of',
  by: 'Requested by',
  status: 'Status',
  statuses: { '?': 'Open', '+': 'Granted', '-': 'Denied' },
  none: 'There are no such requests.',
  count: (count: number) => plural(language, count, '1 request', `${count} requests`),
}

export const historyTexts = {
  title: (id: number) => `History of bug ${id}`,
  table: 'History',
  back: (id: number) => `Bug ${id}`,
  when: 'When',
  who: 'Who',
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: 'Nothing has been changed since the bug was filed.',
  link: 'History',
}

export const graphTexts = {
  title: (id: number) => `Dependencies of bug ${id}`,
  dependsOn: 'Depends on',
  blocks: 'Blocks',
  depth: 'Depth',
  openOnly: 'Open bugs only',
  noneBelow: 'It waits for no bug that you may see.',
  noneAbove: 'No bug that you may see waits for it.',
  cut: 'There are more bugs than are shown here.',
  again: 'shown above',
  picture: 'Graph of dependencies',
  link: 'Dependencies',
}

export const flagsTexts = {
  title: 'Flags',
  ask: 'Ask',
  another: (name: string) => `Another ${name}`,
  setBy: (login: string) => `Set by ${login}`,
  changed: (name: string) => `${name} changed`,
}
