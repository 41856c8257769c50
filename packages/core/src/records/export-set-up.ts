// What administrators have set up, as records, as far as the caller sees it.
import type { Operations, Product } from '../generated/operations.js'
import { apiNameOf } from '../domain/bugs/fields/names.js'
import { isTrackerError } from '../kernel/errors.js'
import { fieldTypes } from '../setup/field-types.js'
import type { PeopleWriter } from './export-people.js'
import type { TrackerRecord } from './record.js'

export async function* exportSetUp(operations: Operations, people: PeopleWriter): AsyncGenerator<TrackerRecord> {
  const { keywords, products: ofProducts } = operations
  yield* await groupsOf(operations)
  for (const { name, description, is_active } of (await keywords.get()).keywords)
    yield { kind: 'keyword', name, description, is_active }
  yield* fieldsOf(operations)
  const { products } = await ofProducts.get({ type: ['accessible'] })
  yield* await classificationsOf(operations, products)
  const components = products.flatMap((product) => product.components)
  yield* people.named(components.flatMap((one) => [one.default_assigned_to, one.default_qa_contact]))
  yield* products.map(productOf)
  yield* flagTypesOf(products)
}

/** Those that the caller is told of. */
async function groupsOf({ groups: ofGroups }: Operations): Promise<TrackerRecord[]> {
  try {
    const { groups } = await ofGroups.get()
    return groups.flatMap(({ name, description, is_bug_group, is_active, user_regexp }) => {
      // What those mean that every tracker has is not for others to say.
      if (is_bug_group === 0) return []
      const known = {
        ...(is_active !== undefined && { is_active: is_active === 1 }),
        ...(user_regexp !== undefined && { user_regexp }),
      }
      return [{ kind: 'group' as const, name, description, ...known }]
    })
  } catch (error) {
    if (isTrackerError(error, 'login_required')) return []
    throw error
  }
}

/** Where they are not in use, products name theirs all the same. */
async function classificationsOf(
  { classifications: all }: Operations,
  products: readonly Product[],
): Promise<TrackerRecord[]> {
  try {
    const { classifications } = await all.get()
    return classifications.map(({ name, description, sort_key }) => ({
      kind: 'classification',
      name,
      description,
      sort_key,
    }))
  } catch (error) {
    if (!isTrackerError(error, 'auth_classification_not_enabled')) throw error
    const names = new Set(products.map(({ classification }) => classification))
    // Every tracker has this one.
    return [...names].filter((name) => name !== 'Unclassified').map((name) => ({ kind: 'classification', name }))
  }
}

/** Values of these come with products. */
const ofProducts: ReadonlySet<string> = new Set([
  'classification',
  'product',
  'component',
  'version',
  'target_milestone',
])

async function* fieldsOf({ fields: ofFields }: Operations): AsyncGenerator<TrackerRecord> {
  const { fields } = await ofFields.get()
  for (const { name, display_name, type, is_custom, is_mandatory, is_on_bug_entry } of fields)
    if (is_custom) yield { kind: 'field', name, display_name, type: type as 1, is_mandatory, is_on_bug_entry }
  for (const { name: internal, type, values } of fields) {
    const isSelect = type === fieldTypes.singleSelect || type === fieldTypes.multiSelect
    if (!isSelect || ofProducts.has(internal)) continue
    for (const { name, sort_key, is_active = true, is_open } of values)
      if (name !== '' || internal === 'resolution')
        yield {
          kind: 'value',
          field: apiNameOf(internal),
          name,
          sort_key,
          is_active,
          ...(is_open !== undefined && { is_open }),
        }
  }
  const statuses = fields.find(({ name }) => name === 'bug_status')?.values ?? []
  const transitions = statuses.flatMap(({ name: from, can_change_to = [] }) =>
    can_change_to.map(({ name: to, comment_required: require_comment }) => ({
      from: from === '' ? null : from,
      to,
      require_comment,
    })),
  )
  if (transitions.length > 0) yield { kind: 'workflow', transitions }
}

function productOf({ id: _id, components, versions, milestones, ...product }: Product): TrackerRecord {
  const releaseOf = ({ name, sort_key, is_active }: Product['versions'][number]) => ({ name, sort_key, is_active })
  return {
    kind: 'product',
    ...product,
    components: components.map(({ id: _ofComponent, flag_types: _types, ...component }) => component),
    versions: versions.map(releaseOf),
    milestones: milestones.map(releaseOf),
  }
}

/** Where they apply follows from what components say: products that have a type everywhere are named as a whole. */
function flagTypesOf(products: readonly Product[]): TrackerRecord[] {
  type Scope = { product: string; component?: string }
  const types = new Map<string, Extract<TrackerRecord, { kind: 'flag_type' }> & { scopes: Scope[] }>()
  for (const { name: product, components } of products) {
    const counts = new Map<string, number>()
    const all = components.flatMap((component) =>
      (['bug', 'attachment'] as const).flatMap((target_type) =>
        component.flag_types[target_type].map(({ id, grant_group: _grant, request_group: _request, ...type }) => ({
          id,
          target_type,
          type,
          component: component.name,
        })),
      ),
    )
    for (const { id } of all) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1)
    for (const { id, target_type, type, component } of all) {
      const record = types.get(String(id)) ?? { kind: 'flag_type' as const, target_type, ...type, scopes: [] }
      types.set(String(id), record)
      const isEverywhere = counts.get(String(id)) === components.length
      if (!isEverywhere) record.scopes.push({ product, component })
      else if (record.scopes.every((scope) => scope.product !== product)) record.scopes.push({ product })
    }
  }
  return [...types.values()]
}
