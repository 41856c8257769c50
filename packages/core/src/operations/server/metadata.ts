import { createHash } from 'node:crypto'
import * as z from 'zod'
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
import { productView, releaseView, viewProducts, type ProductView } from '../../domain/products/view.js'
import { transitionView, viewTransitions } from '../../domain/workflow/transitions.js'
import { createFieldFilter, type FieldFilter } from '../../kernel/field-filter.js'
import { truncateUnits } from '../../kernel/normalize.js'
import { fieldFilter, list, word } from '../../call/define/inputs.js'
import { createLruCache, fold, type LruCache } from '../../store/index.js'
import type { Reader } from '../../schema/index.js'

const groupOfProduct = z.object({
  name: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
  description: z.string().meta({ description: 'Display name or description.' }),
  state: z.enum(['optional', 'default', 'mandatory']).meta({
    description: 'Whether new bugs are in the group on request, by default, or always.',
  }),
})

const product = productView
  .omit({ bug_description_template: true })
  .extend({
    components: z
      .array(productView.shape.components.element.omit({ flag_types: true, bug_description_template: true }))
      .meta({ description: 'Components, by sort key, then name.' }),
    milestones: z.array(releaseView).meta({ ref: 'milestone', description: 'Milestones, in order.' }),
    is_enterable: z
      .boolean()
      .meta({ description: 'The caller can file bugs in the product, and it is open for bugs.' }),
    groups: z.array(groupOfProduct).meta({
      description: 'Groups to which the caller can restrict a new bug, by name; empty if it is not enterable.',
    }),
  })
  .meta({
    id: 'ProductOfMetadata',
    description: 'A product with its components, versions and milestones, without flag types, templates and dates.',
  })

const field = fieldView
  .extend(traitsView.shape)
  .meta({ id: 'FieldOfMetadata', description: 'A bug field, with hints for its display.' })

const group = z
  .object({
    id: z.int().meta({ ref: 'group', description: 'ID of the group.' }),
    name: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
    description: z.string().meta({ description: 'Display name or description.' }),
    is_bug_group: z.boolean().meta({ description: 'Bugs can be restricted to the group.' }),
    is_member: z.boolean().meta({ description: 'The caller is a member.' }),
  })
  .meta({ id: 'GroupOfMetadata', description: 'A group that the caller is in or can see.' })

const metadata = z.object({
  products: z
    .array(product)
    .meta({ description: 'Products that the caller can search or in which the caller can file bugs, by name.' }),
  fields: z.array(field).meta({
    description: 'Active fields. Values that belong to products are listed with the products.',
  }),
  workflow: z.array(transitionView).meta({ description: 'Allowed status transitions.' }),
  keywords: z.array(keywordView).meta({ description: 'Keywords, by name.' }),
  groups: z.array(group).meta({ description: 'Groups that the caller is in or can see.' }),
  parameters: z
    .record(z.string(), z.string())
    .meta({ description: 'Parameters that the caller can read, by name, as strings.' }),
  rules: z
    .array(z.string())
    .optional()
    .meta({ description: 'Names of the rules of the embedding program, in order. Only for members of admin.' }),
  use_markdown: z.boolean().meta({ description: 'Comments and descriptions can be Markdown.' }),
  use_comment_reactions: z.boolean().meta({ description: 'Users can react to comments.' }),
  version: z.string().meta({ description: 'Changes if anything else in the response changes.' }),
})

type FieldOfMetadata = z.output<typeof field>
type Metadata = z.input<typeof metadata>

const input = z.strictObject({
  products: list(word).optional().meta({
    description: 'Names of the products, ignoring case. Defaults to all.',
  }),
  ...fieldFilter,
})

type Input = z.output<typeof input>

export const metadataOfServer = defineRead({
  name: 'server.metadata',
  summary: 'Get the configuration that the caller can see',
  description:
    'Products with their components, versions and milestones, fields with their values, the workflow, keywords, ' +
    'groups and parameters: the configuration that a client needs before it shows bugs. Each part equals the ' +
    'response of the separate operation, except that a description of more than 300 characters is cut and ends with ' +
    '"…". It stays the same until administrators change it; over HTTP, a request with `If-None-Match` and the ' +
    'ETag then costs next to nothing.\n\n' +
    'Where there are many products, a client can leave out their details and request those of one product when it ' +
    'needs them: `exclude_fields` and `include_fields` take dotted names, such as `products.components`.',
  examples: [
    {
      title: 'Get the components of all products',
      code: 'const { products, version } = await alice.server.metadata()\nproducts.flatMap((one) => one.components)',
    },
    {
      title: 'Get the details of one product',
      code: "await alice.server.metadata({ products: ['Widgets'], include_fields: ['products'] })",
    },
  ],
  access: 'optional',
  filters: '',
  input,
  output: metadata,
  async run(tx, input, call) {
    // Responses about one of many products would take the room of those of other callers.
    if (input.products === undefined) return cachedMetadata(tx, call, input)
    const exclude_fields = [...(input.exclude_fields ?? []), 'products', 'version']
    const others = await cachedMetadata(tx, call, { ...input, products: undefined, exclude_fields })
    const filter = filterOf(input)
    const products = filter.wants('products') && (await productsOf(tx, call, input, filter.within('products')))
    return withVersion({ ...(products && { products }), ...others }, filter)
  },
})

async function cachedMetadata(tx: Reader, call: Call, input: Input): Promise<Metadata> {
  const known = remembered.get(call.asOf) ?? createLruCache<string>(mostViewers)
  remembered.set(call.asOf, known)
  const key = viewerKey(call, input)
  const answer = known.get(key) ?? JSON.stringify(await makeMetadata(tx, call, input))
  known.set(key, answer)
  return JSON.parse(answer) as Metadata
}

/** Responses cached for one state of configuration and identities, by permissions of the caller, as immutable JSON. */
const remembered = new WeakMap<object, LruCache<string>>()

/** The most recent responses that are cached; twice as many at most. */
const mostViewers = 25

/** Callers with the same key see the same. */
function viewerKey({ who }: Call, { include_fields, exclude_fields }: Input): string {
  const lists = [who.groupIds, who.blessIds].map((ids) => [...ids].toSorted((a, b) => a - b).join())
  const fields = JSON.stringify([include_fields, exclude_fields])
  return [who.isSystem, who.user !== null, limitsKey(who.limits), ...lists, fields].join(' ')
}

/** In characters. Clients load all of this before they show anything, and descriptions can be 65,535 characters long. */
const longestDescription = 300

function brief<T extends { readonly description?: string }>(item: T): T {
  const { description } = item
  if (description === undefined || description.length <= longestDescription) return item
  return { ...item, description: `${truncateUnits(description, longestDescription)}…` }
}

async function makeMetadata(tx: Reader, call: Call, input: Input): Promise<Metadata> {
  const { catalogue } = call
  const filter = filterOf(input)
  const picked = <T extends object>(part: string, one: T) => filter.within(part).pick(one) as T
  const all: { [name in keyof Omit<Metadata, 'version'>]: () => Promise<Metadata[name]> | Metadata[name] } = {
    products: async () => productsOf(tx, call, input, filter.within('products')),
    fields: () => fieldsOf(call, input),
    workflow: () => viewTransitions(catalogue).map((one) => picked('workflow', one)),
    keywords: () =>
      [...catalogue.keywords].map(({ id, name, description, is_active }) =>
        picked('keywords', brief({ id, name, description, is_active })),
      ),
    groups: () => groupsOf(call).map((one) => picked('groups', one)),
    parameters: () => picked('parameters', readableParameters(call)),
    ...(hasRight(call, 'admin') && { rules: async () => ruleNames(tx) }),
    use_markdown: () => isMarkdownAllowed(call),
    use_comment_reactions: () => isOn(call.catalogue, 'use_comment_reactions'),
  }
  const parts: Record<string, unknown> = {}
  for (const [name, make] of Object.entries(all)) if (filter.wants(name)) parts[name] = await make()
  return withVersion(parts, filter)
}

function withVersion(parts: object, filter: FieldFilter): Metadata {
  if (!filter.wants('version')) return parts as Metadata
  const version = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
  return { ...parts, version } as Metadata
}

function filterOf(input: Input): FieldFilter {
  return without(
    input,
    'products.components.flag_types',
    'products.components.bug_description_template',
    'products.bug_description_template',
    'products.milestones.start_date',
    'products.milestones.due_date',
  )
}

async function productsOf(
  tx: Reader,
  call: Call,
  { products }: Input,
  filter: FieldFilter,
): Promise<Metadata['products']> {
  const names = products && new Set(products.map((name) => fold(name.trim())))
  const shown = [...call.catalogue.products].filter(
    (one) => isAccessible(call, one) && (!names || names.has(one.name_folded)),
  )
  const ofGroups = filter.within('groups')
  const groupOf = <T extends { readonly description: string }>(group: T) => ofGroups.pick(brief(group))
  const views = (await viewProducts(tx, call, shown, filter)) as ProductView[]
  return views.map((view, index) => {
    const one = shown[index] as (typeof shown)[number]
    const is_enterable = isEnterable(call, one)
    const wantsGroups = filter.wants('groups') && is_enterable
    return {
      ...brief(view),
      ...(view.components && { components: view.components.map(brief) }),
      ...filter.pick({ is_enterable, groups: wantsGroups ? groupsForNew(call, one).map(groupOf) : [] }),
    } as Metadata['products'][number]
  })
}

function without({ include_fields, exclude_fields = [] }: Input, ...fields: readonly string[]): FieldFilter {
  return createFieldFilter({ include_fields, exclude_fields: [...exclude_fields, ...fields] })
}

function groupsOf(call: Call): Metadata['groups'] {
  return [...call.catalogue.groups].flatMap((one) => {
    const is_member = call.who.groupIds.has(one.id)
    const { id, name, description, is_bug_group } = one
    return is_member || knowsGroup(call, one) ? [brief({ id, name, description, is_bug_group, is_member })] : []
  })
}

async function ruleNames(tx: Reader): Promise<string[]> {
  const [installation] = await tx.select({ from: 'installation', columns: ['rule_names'] })
  return installation?.rule_names?.split(',') ?? []
}

function fieldsOf(call: Call, input: Input): FieldOfMetadata[] {
  const filter = createFieldFilter(input).within('fields')
  const withoutValues = without(input, 'fields.values').within('fields')
  return [...call.catalogue.fields]
    .filter((field) => !field.is_obsolete)
    .map((field) => {
      const isOfProducts = ['product', ...productFields].includes(field.name)
      const view = viewField(call, field, isOfProducts ? withoutValues : filter)
      return { ...filter.pick({ values: [], ...viewTraits(field) }), ...view } as unknown as FieldOfMetadata
    })
}
