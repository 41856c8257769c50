import { plural } from '../plural.js'

const language = 'en'

export const bugTexts = {
  heading: (id: number) => `Bug ${id}`,
  title: (id: number, summary: string) => `${id} · ${summary}`,
  filed: 'filed by',
  changed: 'changed',
  fields: 'Fields',
  more: 'More',
  groups: {
    status: 'Status',
    people: 'People',
    where: 'Where',
    planning: 'Planning',
    links: 'Links',
    time: 'Time',
    flags: 'Flags',
    custom: 'Custom',
    visibility: 'Who may see it',
  },
  comments: 'Comments',
  description: 'Description',
  noDescription: 'No description was given.',
  comment: (count: number) => `Comment ${count}`,
  privately: 'Private',
  earlier: (count: number) => plural(language, count, 'Show 1 earlier comment', `Show ${count} earlier comments`),
  showAll: 'Show all',
  changes: 'Changes',
  from: 'from',
  to: 'to',
  empty: 'empty',
  attachments: 'Attachments',
  obsolete: (count: number) => plural(language, count, 'Show 1 obsolete', `Show ${count} obsolete`),
  patch: 'patch',
  logInToComment: 'Log in to comment',
  onAttachment: (id: number) => `Attachment ${id}`,
}
