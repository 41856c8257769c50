// Users and configuration of the example tracker.

export const administrator = {
  login: 'admin@example.com',
  password: 'demo-password',
  apiKey: 'DemoTrackerKeyForTryingThingsOut',
} as const

/** The accounts that the pages offer to every visitor, all with the password of the administrator. */
export const accounts = [
  { login: administrator.login, name: 'Administrator' },
  { login: 'grace@example.com', name: 'Grace Tan, developer' },
  { login: 'finn@example.com', name: 'Finn Murphy, reporter' },
].map((account) => ({ ...account, password: administrator.password }))

/** Login names are NAME@example.com. */
export const people: Readonly<Record<string, string>> = {
  ada: 'Ada Okafor',
  ben: 'Ben Larsson',
  carmen: 'Carmen Ruiz',
  deepak: 'Deepak Rao',
  elif: 'Elif Demir',
  finn: 'Finn Murphy',
  grace: 'Grace Tan',
  hugo: 'Hugo Meyer',
}

/** Those of the setting, and the administrator. */
export function loginOf(person: string): string {
  return `${person}@example.com`
}

export interface DemoComponent {
  readonly name: string
  readonly description: string
  /** Login of the assignee. */
  readonly owner: string
  /** Subjects of bug summaries. */
  readonly parts: readonly string[]
}

export interface DemoProduct {
  readonly name: string
  readonly description: string
  readonly version: string
  readonly components: readonly DemoComponent[]
}

export const products: readonly DemoProduct[] = [
  {
    name: 'Harbor',
    description: 'The web application in which customers book berths',
    version: '3.2',
    components: [
      {
        name: 'Booking',
        description: 'Calendar, prices and reservations',
        owner: 'ada',
        parts: ['booking calendar', 'price table', 'confirmation mail', 'waiting list', 'cancellation form'],
      },
      {
        name: 'Accounts',
        description: 'Sign-up, login and profiles',
        owner: 'ben',
        parts: ['login form', 'password reset', 'profile page', 'invitation link', 'session list'],
      },
      {
        name: 'Payments',
        description: 'Invoices, cards and refunds',
        owner: 'carmen',
        parts: ['invoice PDF', 'card form', 'refund dialog', 'tax summary', 'payment reminder'],
      },
      {
        name: 'Search',
        description: 'Finding free berths',
        owner: 'ada',
        parts: ['search box', 'map view', 'filter panel', 'result list', 'saved search'],
      },
    ],
  },
  {
    name: 'Lantern',
    description: 'The mobile app for harbor masters',
    version: '1.4',
    components: [
      {
        name: 'Sync',
        description: 'Keeping phone and server alike',
        owner: 'deepak',
        parts: ['background sync', 'offline queue', 'conflict dialog', 'first download', 'upload of photos'],
      },
      {
        name: 'Screens',
        description: 'The text on the display',
        owner: 'elif',
        parts: ['arrivals screen', 'berth plan', 'settings screen', 'tide chart', 'onboarding'],
      },
      {
        name: 'Notifications',
        description: 'Push messages and reminders',
        owner: 'deepak',
        parts: ['push message', 'storm warning', 'quiet hours', 'badge counter', 'reminder list'],
      },
    ],
  },
  {
    name: 'Toolbox',
    description: 'Libraries and scripts that everything else is built with',
    version: '0.9',
    components: [
      {
        name: 'Build',
        description: 'From source to release',
        owner: 'finn',
        parts: ['release script', 'nightly build', 'dependency check', 'container image', 'changelog generator'],
      },
      {
        name: 'Date library',
        description: 'Times, zones and tides',
        owner: 'grace',
        parts: ['time zone table', 'tide calculation', 'date parser', 'duration formatter', 'week numbering'],
      },
    ],
  },
]
