import type { FlagType } from '@trackerkit/client'
import type { Kind, Thing, Value, Values } from './kind.js'
import { formFields } from './form-fields.js'

type Places = readonly (string | { readonly [product: string]: readonly string[] })[]

export const flagTypes: Kind = {
  name: 'flag-types',
  right: 'editcomponents',
  audited: 'FlagType',
  fields: formFields(
    'flag-types',
    {
      name: {},
      description: { type: 'text' },
      target_type: {},
      inclusions: {},
      exclusions: {},
      sort_key: { start: 0 },
      is_active: { start: true },
      is_requestable: { start: true },
      is_requesteeble: { start: true },
      is_multiplicable: { start: true },
      grant_group: { type: 'choice' },
      request_group: { type: 'choice' },
      cc_list: {},
    },
    ['sortkey', 'is_specifically_requestable'],
  ),
  columns: ['description', 'target_type', 'is_active'],
  list: async (operations) => {
    const [{ bug, attachment }, { groups }] = await Promise.all([operations.flagTypes.get(), operations.groups.get()])
    const names = new Map(groups.map((group) => [group.id, group.name]))
    const all = [...bug, ...attachment]
    // Types that share a name are identified by ID.
    const isAlone = ({ name: own }: FlagType) => all.filter((type) => type.name === own).length === 1
    return all.map((type) => thingOf(type, names, isAlone(type) ? type.name : String(type.id)))
  },
  choices: async (operations) => {
    const { groups } = await operations.groups.get()
    const offered = [{ value: '', text: '—' }, ...groups.map((group) => ({ value: group.name }))]
    return { grant_group: offered, request_group: offered }
  },
  create: (operations, { inclusions = [], ...values }) => {
    const isEverywhere = Array.isArray(inclusions) && inclusions.length === 0
    return operations.flagTypes.create(withPlaces({ ...values, ...(!isEverywhere && { inclusions }) }) as never)
  },
  update: (operations, { id }, changes) => operations.flagTypes.update({ ids: [id], ...withPlaces(changes) }),
  remove: (operations, { id }) => operations.flagTypes.delete({ ids: [id] }),
  bugs: (flag) => ({ 'flagtypes.name': flag }),
}

function withPlaces({ inclusions, exclusions, ...values }: Values) {
  return { ...values, inclusions: placesOf(inclusions), exclusions: placesOf(exclusions) }
}

function thingOf(type: FlagType, groups: ReadonlyMap<number, string>, key: string): Thing {
  const { id, type: target_type, grant_group, request_group, inclusions = [], exclusions, values: _, ...rest } = type
  const named = (group: number | null) => (group === null ? '' : (groups.get(group) ?? ''))
  return {
    id,
    key,
    values: {
      ...rest,
      target_type,
      inclusions: linesOf(inclusions),
      exclusions: linesOf(exclusions),
      grant_group: named(grant_group),
      request_group: named(request_group),
    },
  }
}

/** A product, or `PRODUCT > COMPONENT`, a line. */
function linesOf(places: Places): string[] {
  return places.flatMap((place) =>
    typeof place === 'string'
      ? [place]
      : Object.entries(place).flatMap(([product, components]) =>
          components.map((component) => `${product} > ${component}`),
        ),
  )
}

function placesOf(lines: Value | undefined): Places | undefined {
  if (!Array.isArray(lines)) return undefined
  return (lines as readonly string[]).map((line) => {
    const at = line.indexOf(' > ')
    return at < 0 ? line : { [line.slice(0, at)]: [line.slice(at + 3)] }
  })
}
