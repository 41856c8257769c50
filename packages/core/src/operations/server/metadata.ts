import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isAccessible, isEnterable } from '../../access/products.js'
import { hasRight, type Call } from '../../call/context.js'
import { limitsKey } from '../../call/limits.js'
import { defineRead } from '../../call/define/operation.js'
import { isOn } from '../../setup/catalogue.js'
import { isMarkdownAllowed } from '../../domain/comments/markdown.js'
import { productFields } from '../../domain/fields/values-of.js'
import { groupsForNew } from '../../domain/bugs/rules/groups.js'
import { fieldView, viewField } from '../../domain/fields/view.js'
import { traitsView, viewTraits } from '../../domain/bugs/fields/traits.js'
import { knowsGroup } from '../../domain/groups/find.js'
import { keywordView } from '../../domain/keywords/keyword.js'
import { readableParameters } from '../../domain/parameters/readable.js'
import { productView, viewProducts, type ProductView } from '../../domain/products/view.js'
import { transitionView, viewTransitions } from '../../domain/workflow/transitions.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import type { Reader } from '../../schema/index.js'

const groupOfProduct = z.object({
  name: z.string().meta({ ref: 'group', description: 'The name of the group.' }),
  description: z.string().meta({ description: 'Its name for people.' }),
  state: z.enum(['optional', 'default', 'mandatory']).meta({
    description: 'Whether new bugs are in it when asked, unless others are given, or always.',
  }),
})

const product = productView
  .extend({
    components: z
      .array(productView.shape.components.element.omit({ flag_types: true }))
      .meta({ description: 'Its components, by sort key, then name.' }),
    is_enterable: z.boolean().meta({ description: 'The caller may file bugs in it, and it takes some.' }),
    groups: z.array(groupOfProduct).meta({
      description: 'The groups to which the caller may restrict a new bug, by name; none if it is not enterable.',
    }),
  })
  .meta({ id: 'ProductOfMetadata', description: 'A product with what belongs to it, without flag types.' })

const field = fieldView
  .extend(traitsView.shape)
  .meta({ id: 'FieldOfMetadata', description: 'A field of bugs, with how clients present it.' })

const group = z
  .object({
    id: z.int().meta({ ref: 'group', description: 'The number of the group.' }),
    name: z.string().meta({ ref: 'group', description: 'The name of the group.' }),
    description: z.string().meta({ description: 'Its name for people.' }),
    is_bug_group: z.boolean().meta({ description: 'Bugs can be restricted to it.' }),
    is_member: z.boolean().meta({ description: 'The caller is in it.' }),
  })
  .meta({ id: 'GroupOfMetadata', description: 'A group that the caller is in, or may know of.' })

const metadata = z.object({
  products: z.array(product).meta({ description: 'The products that the caller may search or file bugs in, by name.' }),
  fields: z.array(field).meta({
    description: 'Active fields. Values that belong to products are listed with the products.',
  }),
  workflow: z.array(transitionView).meta({ description: 'Which status may follow which.' }),
  keywords: z.array(keywordView).meta({ description: 'The keywords, by name.' }),
  groups: z.array(group).meta({ description: 'The groups that the caller is in, and others that they may know of.' }),
  parameters: z
    .record(z.string(), z.string())
    .meta({ description: 'The parameters that the caller may read, by name, as text.' }),
  rules: z
    .array(z.string())
    .optional()
    .meta({ description: 'The names of the rules of the embedding program, in their order. Only for `admin`.' }),
  use_markdown: z.boolean().meta({ description: 'Comments and descriptions may be Markdown.' }),
  use_comment_reactions: z.boolean().meta({ description: 'Users can react to comments.' }),
  version: z.string().meta({ description: 'Another text when any of the rest is different.' }),
})

type FieldOfMetadata = z.output<typeof field>
type Metadata = z.input<typeof metadata>

export const metadataOfServer = defineRead({
  name: 'server.metadata',
  summary: 'The configuration that the caller can see',
  description:
    'Products with their components, versions and milestones, fields with their values, the workflow, keywords, ' +
    'groups and parameters: the configuration that a client needs before it shows bugs. Each part equals the ' +
    'response of the separate operation, except that a description of more than 300 characters is cut and ends with ' +
    '"…". It stays the same until administrators change it; over HTTP, a request with `If-None-Match` and the ' +
    'ETag then costs next to nothing.',
  examples: [
    {
      title: 'The components of all products',
      code: 'const { products, version } = await alice.server.metadata()\nproducts.flatMap((one) => one.components)',
    },
  ],
  access: 'optional',
  input: z.strictObject({}),
  output: metadata,
  async run(tx, _input, call) {
    const known = remembered.get(call.asOf) ?? new Map<string, string>()
    remembered.set(call.asOf, known)
    const key = viewerKey(call)
    const answer = known.get(key) ?? JSON.stringify(await makeMetadata(tx, call))
    if (!known.has(key) && known.size >= mostViewers) known.clear()
    known.set(key, answer)
    return JSON.parse(answer) as Metadata
  },
})

/** Responses cached for one state of configuration and identities, by permissions of the caller, as immutable JSON. */
const remembered = new WeakMap<object, Map<string, string>>()

/** Maximum number of cached responses. */
const mostViewers = 50

/** Callers with the same key see the same. */
function viewerKey({ who }: Call): string {
  const lists = [who.groupIds, who.blessIds].map((ids) => [...ids].toSorted((a, b) => a - b).join())
  return [who.isSystem, who.user !== null, limitsKey(who.limits), ...lists].join(' ')
}

/** In characters. Clients load all of this before they show anything, and descriptions can be 65,535 characters long. */
const longestDescription = 300

function brief<T extends { readonly description: string }>(item: T): T {
  const { description } = item
  if (description.length <= longestDescription) return item
  // Half of a character that takes two units is left out.
  const start = description.slice(0, longestDescription).replace(/[\uD800-\uDBFF]$/, '')
  return { ...item, description: `${start}…` }
}

async function makeMetadata(tx: Reader, call: Call): Promise<Metadata> {
  const { catalogue, who } = call
  const products = [...catalogue.products].filter((one) => isAccessible(call, one))
  const views = await viewProducts(tx, call, products, createFieldFilter({ exclude_fields: ['components.flag_types'] }))
  const told = {
    products: (views as ProductView[]).map((view, index) => {
      const one = products[index] as (typeof products)[number]
      const is_enterable = isEnterable(call, one)
      const groups = is_enterable ? groupsForNew(call, one).map(brief) : []
      return { ...brief(view), components: view.components.map(brief), is_enterable, groups }
    }),
    fields: fieldsOf(call),
    workflow: viewTransitions(catalogue),
    keywords: [...catalogue.keywords].map(({ id, name, description, is_active }) =>
      brief({ id, name, description, is_active }),
    ),
    groups: [...catalogue.groups].flatMap((one) => {
      const is_member = who.groupIds.has(one.id)
      const { id, name, description, is_bug_group } = one
      return is_member || knowsGroup(call, one) ? [brief({ id, name, description, is_bug_group, is_member })] : []
    }),
    parameters: readableParameters(call),
    ...(hasRight(call, 'admin') && { rules: await ruleNames(tx) }),
    use_markdown: isMarkdownAllowed(call),
    use_comment_reactions: isOn(call.catalogue, 'use_comment_reactions'),
  }
  return { ...told, version: createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22) }
}

async function ruleNames(tx: Reader): Promise<string[]> {
  const [installation] = await tx.select({ from: 'installation', columns: ['rule_names'] })
  return installation?.rule_names?.split(',') ?? []
}

function fieldsOf(call: Call): FieldOfMetadata[] {
  const [whole, withoutValues] = [createFieldFilter({}), createFieldFilter({ exclude_fields: ['values'] })]
  return [...call.catalogue.fields]
    .filter((field) => !field.is_obsolete)
    .map((field) => {
      const isOfProducts = ['product', ...productFields].includes(field.name)
      const view = viewField(call, field, isOfProducts ? withoutValues : whole)
      return { values: [], ...view, ...viewTraits(field) } as unknown as FieldOfMetadata
    })
}
