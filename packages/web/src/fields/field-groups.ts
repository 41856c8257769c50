// The fields of a bug by groups: the placed fields first, then the other fields of the metadata.
import type { Source } from './by-kind.js'
import { itemByKind } from './by-kind.js'
import type { FieldItem } from './field-control.js'
import { always, elsewhere, ownItems, placed } from './placed.js'

type GroupName = keyof typeof placed

export interface FieldGroup {
  readonly name: GroupName
  readonly title: string
  readonly items: readonly FieldItem[]
}

/** The groups of the metadata that have no group of the page by their name. */
const joined: Readonly<Record<string, GroupName>> = {
  status: 'custom',
  planning: 'custom',
  details: 'custom',
}

/** The items of the fields that are always shown. */
export function mainFields(source: Source): readonly FieldItem[] {
  return always.flatMap((field) => itemOf(source, field) ?? [])
}

export function fieldGroups(source: Source): readonly FieldGroup[] {
  const titles = source.app.texts.bug.groups
  return (Object.keys(placed) as GroupName[]).map((name) => ({
    name,
    title: titles[name],
    items: namesOf(source, name).flatMap((field) => itemOf(source, field) ?? []),
  }))
}

function itemOf(source: Source, field: string): FieldItem | undefined {
  const makeItem = ownItems[field]
  return makeItem ? makeItem(source) : itemByKind(source, field)
}

function namesOf({ data: { metadata } }: Source, group: GroupName): string[] {
  const first: readonly string[] = placed[group]
  const shown = [...always, ...elsewhere, ...Object.values(placed).flat()]
  const others = metadata.fields.flatMap(({ group: of, name_in_bugs: name }) => {
    const isHere = of !== null && (joined[of] ?? of) === group
    return isHere && name !== null && !shown.includes(name) ? [name] : []
  })
  return [...first, ...others]
}
