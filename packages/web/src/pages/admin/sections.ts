// The sections for administrators, and the rights that they require.
import type { Texts } from '../../texts/index.js'
import { Missing, type PageAddress } from '../../page/page.js'

export interface Section {
  readonly path: string
  readonly right: string
  readonly labels: (texts: Texts) => { readonly name: string; readonly about: string }
}

const ofKind = (kind: keyof Texts['admin']['kinds'], right: string): Section => ({
  path: `/admin/${kind}`,
  right,
  labels: ({ admin }) => ({ name: admin.kinds[kind].many, about: admin.kinds[kind].about }),
})

const ofPage = (page: keyof Texts['admin']['pages'], right: string): Section => ({
  path: `/admin/${page}`,
  right,
  labels: ({ admin }) => admin.pages[page],
})

type SubjectName = keyof Texts['admin']['subjects']

interface Subject {
  readonly name: SubjectName
  readonly sections: readonly Section[]
}

const subjects: readonly Subject[] = [
  {
    name: 'bugs',
    sections: [
      ofKind('products', 'editcomponents'),
      ofKind('fields', 'admin'),
      ofPage('workflow', 'admin'),
      ofKind('flag-types', 'editcomponents'),
      ofKind('keywords', 'editkeywords'),
      ofKind('classifications', 'editclassifications'),
      ofKind('forms', 'editcomponents'),
    ],
  },
  { name: 'people', sections: [ofKind('users', 'editusers'), ofKind('groups', 'creategroups')] },
  {
    name: 'delivery',
    sections: [
      ofPage('mail', 'admin'),
      ofPage('inbound', 'admin'),
      ofKind('intakes', 'editcomponents'),
      ofKind('code-hooks', 'admin'),
    ],
  },
  { name: 'tracker', sections: [ofPage('parameters', 'tweakparams'), ofPage('audit', 'admin')] },
]

/** Returns the sections that the user can see, by subject. */
export function subjectsFor(rights: readonly string[]): readonly Subject[] {
  return subjects
    .map(({ name, sections }) => ({ name, sections: sections.filter(({ right }) => rights.includes(right)) }))
    .filter(({ sections }) => sections.length > 0)
}

/** Without the right, the page does not exist. @throws Missing */
export function requireRight({ who }: PageAddress, right: string): void {
  if (!who?.rights.includes(right)) throw new Missing('page')
}
