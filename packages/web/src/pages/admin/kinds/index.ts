// All kinds of things that are set up by a list and a form.
import type { Kind } from './kind.js'
import { fields, values } from './fields.js'
import { flagTypes } from './flag-types.js'
import { forms } from './forms.js'
import { groupControls } from './group-controls.js'
import { components, milestones, versions } from './parts-of-products.js'
import { groups, users } from './people.js'
import { products } from './products.js'
import { codeHooks, intakes } from './ways-in.js'
import { classifications, keywords } from './words.js'

const kinds: readonly Kind[] = [
  products,
  components,
  versions,
  milestones,
  groupControls,
  fields,
  values,
  flagTypes,
  keywords,
  classifications,
  groups,
  users,
  forms,
  intakes,
  codeHooks,
]

/** The kind of a name, in things of the kind `parent`. */
export function kindOf(name: string | undefined, parent?: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name && kind.parent === parent)
}

/** The kinds of which a thing of this kind has some. */
export function partsOf({ name }: Kind): readonly Kind[] {
  return kinds.filter(({ parent }) => parent === name)
}
