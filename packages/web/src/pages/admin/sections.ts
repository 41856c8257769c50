// The sections for administrators, and the rights that they require.
import type { Texts } from '../../texts/index.js'
import { Missing, type PageAddress } from '../../page/page.js'

interface Section {
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

const sections: readonly Section[] = [
  ofKind('products', 'editcomponents'),
  ofKind('fields', 'admin'),
  ofPage('workflow', 'admin'),
  ofKind('flag-types', 'editcomponents'),
  ofKind('keywords', 'editkeywords'),
  ofKind('classifications', 'editclassifications'),
  ofKind('groups', 'creategroups'),
  ofKind('users', 'editusers'),
  ofPage('parameters', 'tweakparams'),
  ofPage('mail', 'admin'),
  ofPage('inbound', 'admin'),
  ofKind('forms', 'editcomponents'),
  ofKind('intakes', 'editcomponents'),
  ofKind('code-hooks', 'admin'),
  ofPage('audit', 'admin'),
]

/** Returns the sections that the user can see. */
export function sectionsFor(rights: readonly string[]): readonly Section[] {
  return sections.filter(({ right }) => rights.includes(right))
}

/** Without the right, the page does not exist. @throws Missing */
export function requireRight({ who }: PageAddress, right: string): void {
  if (!who?.rights.includes(right)) throw new Missing('page')
}
