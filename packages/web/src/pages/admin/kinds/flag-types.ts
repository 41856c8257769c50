import type { FlagType } from '@trackerkit/client'
import type { Given, Kind, Thing } from './kind.js'
import { description, isActive, name, sortKey } from './fields-of-forms.js'

type Places = readonly (string | { readonly [product: string]: readonly string[] })[]

const switches = ['is_requestable', 'is_requesteeble', 'is_multiplicable'] as const

export const flagTypes: Kind = {
  name: 'flag-types',
  right: 'editcomponents',
  audited: 'FlagType',
  fields: [
    name,
    description,
    { name: 'target_type', label: 'target_type', type: 'choice', only: 'new', start: 'bug' },
    { name: 'inclusions', label: 'inclusions', type: 'words' },
    { name: 'exclusions', label: 'exclusions', type: 'words' },
    sortKey,
    isActive,
    ...switches.map((name) => ({ name, label: name, type: 'check', start: true }) as const),
    { name: 'grant_group', label: 'grant_group', type: 'choice' },
    { name: 'request_group', label: 'request_group', type: 'choice' },
    { name: 'cc_list', label: 'cc_list', type: 'line' },
  ],
  columns: ['description', 'target_type', 'is_active'],
  list: async (operations) => {
    const [{ bug, attachment }, { groups }] = await Promise.all([operations.flagTypes.get(), operations.groups.get()])
    const names = new Map(groups.map((group) => [group.id, group.name]))
    const all = [...bug, ...attachment]
    // Several types may share a name; then each goes by its number.
    const isAlone = ({ name: own }: FlagType) => all.filter((type) => type.name === own).length === 1
    return all.map((type) => thingOf(type, names, isAlone(type) ? type.name : String(type.id)))
  },
  choices: async (operations) => {
    const { groups } = await operations.groups.get()
    const offered = [{ value: '', text: '—' }, ...groups.map((group) => ({ value: group.name }))]
    return {
      target_type: [{ value: 'bug' }, { value: 'attachment' }],
      grant_group: offered,
      request_group: offered,
    }
  },
  create: (operations, given) =>
    operations.flagTypes.create({
      name: given.text('name') ?? '',
      description: given.text('description') ?? '',
      target_type: given.text('target_type') === 'attachment' ? 'attachment' : 'bug',
      inclusions: given.list('inclusions')?.length === 0 ? undefined : placesOf(given.list('inclusions')),
      ...common(given),
    }),
  update: (operations, { id }, given) =>
    operations.flagTypes.update({
      ids: [id],
      name: given.text('name'),
      description: given.text('description'),
      inclusions: placesOf(given.list('inclusions')),
      ...common(given),
    }),
  remove: (operations, { id }) => operations.flagTypes.delete({ ids: [id] }),
  bugs: (flag) => ({ 'flagtypes.name': flag }),
}

/** What is given for a new one and changed of another in the same way. */
function common({ text, list, is, number }: Given) {
  return {
    exclusions: placesOf(list('exclusions')),
    sort_key: number('sort_key'),
    is_active: is('is_active'),
    is_requestable: is('is_requestable'),
    is_requesteeble: is('is_requesteeble'),
    is_multiplicable: is('is_multiplicable'),
    cc_list: text('cc_list'),
    grant_group: text('grant_group'),
    request_group: text('request_group'),
  }
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

function placesOf(lines: readonly string[] | undefined): Places | undefined {
  return lines?.map((line) => {
    const at = line.indexOf(' > ')
    return at < 0 ? line : { [line.slice(0, at)]: [line.slice(at + 3)] }
  })
}
