// The configuration as records, as far as the caller can see it.
import type { Field, FlagType, Group, Operations, Product } from '@trackerkit/types'
import { apiNameOf } from '../../domain/bugs/fields/names.js'
import { relationKinds } from '../../domain/groups/relations.js'
import { isTrackerError } from '../../kernel/errors.js'
import { groupBy } from '../../kernel/collections.js'
import { fieldTypes } from '../../setup/field-types.js'
import { fold } from '../../store/index.js'
import { inControlOrder } from './control-order.js'
import type { PeopleWriter } from './export-people.js'
import type { TrackerRecord } from './record.js'

export async function* exportSetUp(operations: Operations, people: PeopleWriter): AsyncGenerator<TrackerRecord> {
  const { keywords, products: ofProducts } = operations
  const allGroups = await groupsOf(operations)
  const groups = await groupRecords(operations, allGroups)
  yield* groups
  for (const { name, description, is_active } of (await keywords.get()).keywords)
    yield { kind: 'keyword', name, description, is_active }
  const { fields } = await operations.fields.get({
    include_obsolete: true,
    include_fields: ['_all', 'values.is_active'],
  })
  const controlled = fields.filter(isControlled)
  yield* fieldsOf(fields.filter((field) => !isControlled(field)))
  yield* await workflowOf(operations)
  const { products } = await ofProducts.get({ type: ['accessible'] })
  yield* await classificationsOf(operations, products)
  const components = products.flatMap((product) => product.components)
  const defaultCc = await defaultCcOf(operations)
  const owners = components.flatMap((one) => [one.default_assigned_to, one.default_qa_contact])
  yield* people.named([...owners, ...[...defaultCc.values()].flat()])
  yield* products.map((product) => productOf(product, defaultCc))
  yield* await flagTypesOf(operations, new Map(allGroups.map(({ id, name }) => [id, name])))
  const withBugs = groups.filter((group) => group.is_bug_group !== false)
  yield* await groupControlsOf(operations, new Set(withBugs.map(({ name }) => name)))
  // After the products: a field may be controlled by one.
  yield* fieldsOf(inOrder(controlled))
}

type RecordOf<K extends TrackerRecord['kind']> = Extract<TrackerRecord, { readonly kind: K }>

/** The groups that the caller can see. */
async function groupsOf({ groups: ofGroups }: Operations): Promise<readonly Group[]> {
  try {
    return (await ofGroups.get({ include_fields: ['_all'] })).groups
  } catch (error) {
    if (isTrackerError(error, 'login_required')) return []
    throw error
  }
}

/** Groups that include others come again behind all of them. Importers take what built-in groups permit only with `rights`. */
async function groupRecords(operations: Operations, groups: readonly Group[]): Promise<RecordOf<'group'>[]> {
  const inherits = await relationsOf(operations)
  const isAlone = ({ name }: Group) => inherits?.get(name)?.length === 0
  const records = groups.map((group) => ({ ...groupRecord(group), ...(isAlone(group) && { inherits: [] }) }))
  return [
    ...records,
    ...records.flatMap((record) => {
      const relations = inherits?.get(record.name) ?? []
      return relations.length > 0 ? [{ ...record, inherits: relations }] : []
    }),
  ]
}

function groupRecord({ name, description, is_active, is_bug_group, user_regexp, icon_url }: Group): RecordOf<'group'> {
  return {
    ...{ kind: 'group', name, description },
    ...(is_active !== undefined && { is_active: is_active === 1 }),
    ...(is_bug_group === 0 && { is_bug_group: false }),
    ...(user_regexp !== undefined && { user_regexp }),
    ...(icon_url !== undefined && { icon_url: icon_url === '' ? null : icon_url }),
  }
}

/** The relations of other groups to each group, by name, if the caller can see them; those of administrators are everywhere. */
async function relationsOf({ groups: ofGroups }: Operations) {
  try {
    const { groups } = await ofGroups.inheritance()
    return new Map(
      groups.map((group) => [
        group.name,
        relationKinds.flatMap((kind) =>
          group[kind].flatMap((other) => (other.name === 'admin' ? [] : [{ group: other.name, kind }])),
        ),
      ]),
    )
  } catch (error) {
    if (isTrackerError(error, 'login_required', 'auth_failure')) return undefined
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

const isControlled = ({ is_custom, visibility_field, value_field }: Field) =>
  is_custom && (visibility_field !== null || value_field !== null)

/** Circles are of earlier versions: one of their fields comes without control. */
function inOrder(fields: readonly Field[]): Field[] {
  const controllersOf = ({ visibility_field, value_field }: Field) =>
    fields.filter(({ name }) => name === visibility_field || name === value_field)
  return inControlOrder(fields, controllersOf).map(({ field, isFree }) =>
    isFree ? { ...field, visibility_field: null, visibility_values: [], value_field: null } : field,
  )
}

/** The custom ones among the fields, and the values of all: each behind its own. */
function* fieldsOf(fields: readonly Field[]): Generator<TrackerRecord> {
  for (const field of fields) {
    const { name: internal, type, values } = field
    if (field.is_custom) yield fieldRecord(field)
    const isSelect = type === fieldTypes.singleSelect || type === fieldTypes.multiSelect
    if (!isSelect || ofProducts.has(internal)) continue
    for (const { name, sort_key, is_active = true, is_open, visibility_values } of values)
      if (name !== '' || internal === 'resolution')
        yield {
          kind: 'value',
          field: apiNameOf(internal),
          name,
          sort_key,
          is_active,
          ...(is_open !== undefined && { is_open }),
          ...(field.value_field !== null && { visibility_value: visibility_values[0] ?? null }),
        }
  }
}

function fieldRecord(field: Field): TrackerRecord {
  const { name, display_name, type, sort_key, visibility_field, value_field } = field
  const { is_mandatory, is_on_bug_entry, is_obsolete, is_in_new_mail, long_description, reverse_description } = field
  return {
    kind: 'field',
    name,
    display_name,
    type: type as 1,
    sort_key,
    is_mandatory,
    is_on_bug_entry,
    is_obsolete,
    is_in_new_mail,
    long_description,
    reverse_description,
    ...(visibility_field !== null && {
      visibility_field: apiNameOf(visibility_field),
      visibility_values: field.visibility_values,
    }),
    ...(value_field !== null && { value_field: apiNameOf(value_field) }),
  }
}

async function workflowOf({ workflow: ofStatuses }: Operations): Promise<TrackerRecord[]> {
  const { workflow } = await ofStatuses.get()
  const transitions = workflow.map(({ from, to, comment_required: require_comment }) => ({
    from: from === '' ? null : from,
    to,
    require_comment,
  }))
  return transitions.length > 0 ? [{ kind: 'workflow', transitions }] : []
}

/** Group controls of products that the caller administers. */
async function groupControlsOf({ groupControls }: Operations, groups: ReadonlySet<string>): Promise<TrackerRecord[]> {
  try {
    const { group_controls } = await groupControls.get()
    return group_controls
      .filter(({ group }) => groups.has(group))
      .map(({ product_id: _product, group_id: _group, ...control }) => ({ kind: 'group_control', ...control }))
  } catch (error) {
    if (isTrackerError(error, 'login_required')) return []
    throw error
  }
}

/** Logins by component, as far as the caller can see them. */
async function defaultCcOf({ components: ofProducts }: Operations): Promise<ReadonlyMap<number, string[]>> {
  const { components } = await ofProducts.get({ include_fields: ['id', 'default_cc'] })
  return new Map(components.flatMap(({ id, default_cc }) => (default_cc ? [[id, default_cc] as const] : [])))
}

function productOf(
  { id: _id, components, versions, milestones, ...product }: Product,
  defaultCc: ReadonlyMap<number, string[]>,
): TrackerRecord {
  const releaseOf = ({ name, sort_key, is_active }: Product['versions'][number]) => ({ name, sort_key, is_active })
  return {
    kind: 'product',
    ...product,
    components: components.map(({ id, flag_types: _types, ...component }) => {
      const default_cc = defaultCc.get(id)
      return { ...component, ...(default_cc && { default_cc }) }
    }),
    versions: versions.map(releaseOf),
    milestones: milestones.map(({ id: _ofMilestone, ...milestone }) => milestone),
  }
}

/** Without a group that the caller cannot see. Types that share a name have their ID, by which flags name them. */
async function flagTypesOf(
  { flagTypes }: Operations,
  groupNames: ReadonlyMap<number, string>,
): Promise<RecordOf<'flag_type'>[]> {
  const { bug, attachment } = await flagTypes.get()
  const named = (id: number | null) => (id === null ? null : groupNames.get(id))
  const types = [...bug, ...attachment]
  const keyOf = (type: Pick<FlagType, 'type' | 'name'>) => `${type.type} ${fold(type.name)}`
  const byName = groupBy(types, keyOf)
  return types.map((whole) => {
    const {
      id,
      values: _values,
      type: target_type,
      grant_group,
      request_group,
      inclusions,
      exclusions,
      ...type
    } = whole
    const [granting, requesting] = [named(grant_group), named(request_group)]
    const isShared = (byName.get(keyOf(whole)) ?? []).length > 1
    return {
      ...{ kind: 'flag_type', ...(isShared && { id }), target_type, ...type },
      ...(granting !== undefined && { grant_group: granting }),
      ...(requesting !== undefined && { request_group: requesting }),
      scopes: inclusions ? scopesIn(inclusions) : [{ product: null }],
      exclusions: scopesIn(exclusions),
    }
  })
}

function scopesIn(places: FlagType['exclusions']) {
  return places.flatMap((place) =>
    typeof place === 'string'
      ? [{ product: place }]
      : Object.entries(place).flatMap(([product, components]) =>
          components.map((component) => ({ product, component })),
        ),
  )
}
