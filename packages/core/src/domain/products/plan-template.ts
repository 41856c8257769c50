// Changes of the template of descriptions, which products and components have.
import type { Plan } from '../audit/plan.js'

interface Templated {
  readonly bug_description_template: string | null
}

export function planTemplate<E extends 'products' | 'components'>(
  plan: Plan<E>,
  before: Templated,
  wanted: { readonly bug_description_template?: string | undefined },
): void {
  const name = 'bug_description_template'
  // No template is stored as NULL.
  plan.change(name, before[name] ?? '', wanted[name], (text) => ({ [name]: text || null }) as Plan<E>['set'])
}
