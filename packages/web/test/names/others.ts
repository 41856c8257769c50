// The names on the dashboard, of charts, settings and the administration: items 61 to 63, and names that have changed.
import { people } from '../harness.js'
import type { PageNames } from './page-names.js'

export const otherNames: readonly PageNames[] = [
  {
    title: 'the dashboard',
    path: () => '/dashboard',
    who: 'grace',
    steps: [
      {
        has: [
          'Inbox',
          'Requests for me',
          'Assigned to me',
          'New in my components',
          'Reported by me',
          'Saved searches',
          'Milestones',
        ].map((name) => `region "${name}"`),
        lacks: ['region "Getting started"', 'region "Requests of me"', 'region "Recently changed"'],
      },
    ],
  },
  {
    title: 'the dashboard of a new user',
    path: () => '/dashboard',
    who: 'newcomer',
    steps: [{ has: ['region "Getting started"'], lacks: ['region "Assigned to me"', 'region "Saved searches"'] }],
  },
  {
    title: 'charts',
    path: () => '/charts?status=__all__&x=priority',
    who: 'grace',
    steps: [
      {
        has: [
          'combobox "Rows"',
          'combobox "Columns"',
          'combobox "Range"',
          'figure "Open and closed bugs" > group "Values"',
          'figure "Open and closed bugs" > button "Show as table"',
          'table "Counts"',
        ],
        lacks: ['button "Show numbers"'],
      },
      {
        act: [async (page) => page.getByRole('group', { name: 'Values' }).first().press('ArrowLeft')],
        has: ['figure "Open and closed bugs" > status ": N"'],
      },
    ],
  },
  {
    title: 'a milestone',
    path: () => '/products/Widgets/milestones/M1',
    who: 'grace',
    steps: [{ has: ['figure "Burndown"'], lacks: ['figure "Burn-down"'] }],
  },
  {
    title: 'the form of a milestone',
    path: () => '/admin/products/Widgets/milestones/M1',
    who: 'admin',
    steps: [{ has: ['textbox "Start date"', 'textbox "Due date"', 'textbox "Name (required)"'] }],
  },
  {
    title: 'the parameters',
    path: () => '/admin/parameters?find=insidergroup',
    who: 'admin',
    steps: [{ has: ['textbox "Find"', 'combobox "Insiders"', 'button "Reset Insiders"', 'text "insidergroup"'] }],
  },
  {
    title: 'a new product',
    path: () => '/admin/new/products',
    who: 'admin',
    steps: [{ has: ['textbox "Name (required)"', 'textbox "Description (required)"'] }],
  },
  {
    title: 'the workflow',
    path: () => '/admin/workflow',
    who: 'admin',
    steps: [
      {
        has: ['checkbox "CONFIRMED to IN_PROGRESS"', 'checkbox "CONFIRMED to IN_PROGRESS requires a comment"'],
        lacks: ['checkbox "CONFIRMED to IN_PROGRESS needs a comment"'],
      },
    ],
  },
  {
    title: 'an account',
    path: () => `/admin/users/${people.grace}`,
    who: 'admin',
    steps: [{ has: ['textbox "Reason for denied login"'], lacks: ['textbox "Login denied because"'] }],
  },
  {
    title: 'the settings',
    path: () => '/me',
    who: 'grace',
    steps: [
      { has: ['textbox "Confirm new password"'], lacks: ['combobox "Language"', 'textbox "New password again"'] },
    ],
  },
  {
    title: 'the sessions',
    path: () => '/me/sessions',
    who: 'grace',
    steps: [{ has: ['button "Log out other sessions"'], lacks: ['button "Log out everywhere else"'] }],
  },
  {
    title: 'a new API key',
    path: () => '/me/api-keys',
    who: 'grace',
    steps: [{ act: ['press button "New API key"'], has: ['checkbox "Read-only"'], lacks: ['checkbox "Read only"'] }],
  },
  {
    title: 'a bug that is not there',
    path: () => '/bug/9999',
    who: undefined,
    steps: [
      {
        has: ['heading "Bug 9999 not found"', 'text "It doesn’t exist, or you don’t have access."'],
        lacks: ['heading "There is no bug 9999"'],
      },
    ],
  },
]
