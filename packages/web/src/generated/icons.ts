// Written by `npm run generate` from Lucide: change scripts/generate/icons.ts.

/** By name, the path of an icon in a square of 24. */
export const icons = {
  attach:
    'M16 6l-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551',
  back: 'M15 18l-6-6 6-6',
  check: 'M20 6 9 17l-5-5',
  dots: 'M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  down: 'M12 5v14M19 12l-7 7-7-7',
  edit: 'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4',
  forward: 'M9 18l6-6-6-6',
  lock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2M7 11V7a5 5 0 0 1 10 0v4',
  menu: 'M4 5h16M4 12h16M4 19h16',
  more: 'M6 9l6 6 6-6',
  plus: 'M5 12h14M12 5v14',
  remove: 'M18 6 6 18M6 6l12 12',
  reply: 'M20 18v-2a4 4 0 0 0-4-4H4M9 17l-5-5 5-5',
  search: 'M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
  up: 'M5 12l7-7 7 7M12 19V5',
}

export type IconName = keyof typeof icons

/** The marks of marks.css, by the end of their class. */
export type MarkName =
  | 'closed'
  | 'comments'
  | 'critical'
  | 'down'
  | 'duplicate'
  | 'high'
  | 'highest'
  | 'idea'
  | 'lock'
  | 'low'
  | 'lowest'
  | 'major'
  | 'middle'
  | 'open'
  | 'progress'
  | 'severe'
  | 'unconfirmed'
  | 'unfixed'
