// The product of a bug, and its parts of the product.
import type { BugRow } from '../../../access/find-bugs.js'
import * as z from 'zod'
import { word } from '../../../call/define/inputs.js'
import { fieldTypes } from '../../../setup/field-types.js'
import { inNewMail, mandatory, standardField } from '../../../setup/standard-fields.js'
import type { BugField } from './field.js'
import { name, placeField } from './field-kinds.js'
import { nameIn, type BugPlan } from './view-context.js'

export const placeFields = {
  product: {
    description: 'Product of the bug.',
    ...placeField('product_id', 'products', 'product'),
    group: 'place',
    standard: standardField('Product', { id: 4, ...mandatory, type: fieldTypes.singleSelect }),
    create: word,
    mailHeader: 'X-Tracker-Product',
    mailEvent: 'component',
  },
  component: {
    description: 'Component of the product.',
    criterion:
      'Component. `%user%` means the components of which the caller is the default assignee or QA contact, or which ' +
      'they follow: the first 50, by product.',
    ...placeField('component_id', 'components', 'component'),
    group: 'place',
    standard: standardField('Component', { id: 15, ...mandatory, type: fieldTypes.singleSelect }),
    create: word,
    mailHeader: 'X-Tracker-Component',
    mailEvent: 'component',
  },
  classification: {
    description: 'Classification of the product.',
    criterion: 'Names of classifications.',
    kind: 'other',
    group: 'place',
    standard: standardField('Classification', { id: 3, ...inNewMail, type: fieldTypes.singleSelect }),
    output: z.string().meta({ ref: 'classification' }),
    view: (bug: BugRow, { call: { catalogue } }: BugPlan) =>
      nameIn(catalogue.classifications, catalogue.products.get(bug.product_id)?.classification_id),
    reads: ['product_id'],
  },
  version: {
    description: 'Version in which the bug was found.',
    ...placeField('version_id', 'versions', 'version'),
    group: 'place',
    bulk: false,
    standard: standardField('Version', { id: 5, ...mandatory }),
    create: word,
    mailHeader: 'X-Tracker-Version',
  },
  target_milestone: {
    description: 'Target milestone of the product.',
    ...placeField('target_milestone_id', 'milestones', 'milestone'),
    group: 'planning',
    standard: standardField('Target Milestone', { id: 32, ...inNewMail }),
    create: name,
    rights: 'assigned',
    quicksearch: ['milestone'],
    usedWith: 'usetargetmilestone',
    mailEvent: 'management',
  },
} as const satisfies Record<string, BugField>
