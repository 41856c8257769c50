// include_fields and exclude_fields: which fields of an object an answer holds, and so which need loading.

export interface FilterInput {
  readonly include_fields?: readonly string[] | undefined
  readonly exclude_fields?: readonly string[] | undefined
}

/** Extra fields come only when asked for; custom ones are default fields that also answer to `_custom`. */
export type FieldKind = 'default' | 'extra' | 'custom'

export interface FieldFilter {
  /** Nothing was asked for in particular: all default fields are wanted. */
  readonly isDefault: boolean
  /** Filters with the same key decide the same. */
  readonly key: string
  wants(field: string, kind?: FieldKind): boolean
  /** Returns true if the field was included by name (also by a dotted subfield), false if it was excluded by name. */
  named(field: string): boolean | undefined
  /** The object with only the wanted fields. Keys are looked up as they are. */
  pick<T extends object>(object: T): Partial<T>
  /** Returns the filter for objects in a field: `within('components').wants('name')` checks `components.name`. */
  within(field: string): FieldFilter
}

const shortcuts: Readonly<Record<FieldKind, readonly string[]>> = {
  default: ['_default'],
  extra: ['_extra'],
  custom: ['_custom', '_default'],
}

/** Makes the filter for one call. Names are case-sensitive; unknown ones have no effect. Contract: Common conventions, field filtering. */
export function createFieldFilter({ include_fields, exclude_fields }: FilterInput): FieldFilter {
  const include = new Set(include_fields?.filter((name) => name !== ''))
  const exclude = new Set(exclude_fields)
  if (include.size === 0) include.add('_default')
  const isDefault = exclude.size === 0 && include.size === 1 && include.has('_default')
  return isDefault ? defaultFilter : filterBelow('', include, exclude)
}

/** Nearly every call has this one, so it is made once and decides without looking anything up. */
const defaultFilter: FieldFilter = {
  isDefault: true,
  key: '',
  wants: (_, kind) => kind !== 'extra',
  named: () => undefined,
  pick: (object) => ({ ...object }),
  within: () => defaultFilter,
}

function filterBelow(prefix: string, include: ReadonlySet<string>, exclude: ReadonlySet<string>): FieldFilter {
  const decided = new Map<string, boolean>()
  const wants = (field: string, kind: FieldKind = 'default') => {
    const known = decided.get(field)
    if (known !== undefined) return known
    const decision = isWanted(prefix, field, shortcuts[kind], include, exclude)
    decided.set(field, decision)
    return decision
  }
  return {
    isDefault: false,
    get key() {
      return JSON.stringify([prefix, [...include], [...exclude]])
    },
    wants,
    named: (field) => isNamed(prefix + field, include, exclude),
    pick: (object) =>
      Object.fromEntries(Object.entries(object).filter(([field]) => wants(field))) as Partial<typeof object>,
    within: (field) => filterBelow(`${prefix}${field}.`, include, exclude),
  }
}

/** First rule that applies: exclusion by name, inclusion by name, then the shortcuts, then parents and subfields. */
function isWanted(
  prefix: string,
  field: string,
  kinds: readonly string[],
  include: ReadonlySet<string>,
  exclude: ReadonlySet<string>,
): boolean {
  const full = prefix + field
  if (exclude.has(full)) return false
  if (include.has(full)) return true
  if (exclude.has('_all')) return false
  // Shortcuts apply to the top-level objects of a response, not to objects in their fields.
  if (prefix === '' && kinds.some((kind) => exclude.has(kind))) return false
  if (include.has('_all')) return true
  if (kinds.some((kind) => include.has(kind))) return true
  for (let dot = full.indexOf('.'); dot > 0; dot = full.indexOf('.', dot + 1))
    if (include.has(full.slice(0, dot))) return true
  return hasSubfieldOf(full, include)
}

function isNamed(full: string, include: ReadonlySet<string>, exclude: ReadonlySet<string>): boolean | undefined {
  if (exclude.has(full)) return false
  if (include.has(full) || hasSubfieldOf(full, include)) return true
  return undefined
}

function hasSubfieldOf(full: string, include: ReadonlySet<string>): boolean {
  for (const name of include) if (name.startsWith(`${full}.`)) return true
  return false
}
