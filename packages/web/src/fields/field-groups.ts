// The groups of the fields of a bug: the placed fields, then the other fields of the metadata.
import type { Texts } from '../texts/index.js'
import type { BugData } from './bug-data.js'
import { itemByKind } from './by-kind.js'
import type { FieldItem } from './field-control.js'
import { elsewhere, ownItems, placed } from './placed.js'

type GroupName = keyof typeof placed

export interface FieldGroup {
  readonly name: GroupName
  readonly title: string
  readonly items: readonly FieldItem[]
}

export function fieldGroups(data: BugData, texts: Texts): FieldGroup[] {
  const titles = texts.bug.groups
  const source = { data, texts }
  return (Object.keys(titles) as GroupName[]).map((name) => ({
    name,
    title: titles[name],
    items: namesOf(data, name).flatMap((field) => {
      const makeItem = ownItems[field]
      return (makeItem ? makeItem(source) : itemByKind(source, field)) ?? []
    }),
  }))
}

function namesOf({ metadata }: BugData, group: GroupName): string[] {
  const first: readonly string[] = placed[group]
  const others = metadata.fields.flatMap(({ group: of, name_in_bugs }) =>
    of !== group || name_in_bugs === null || first.includes(name_in_bugs) || elsewhere.includes(name_in_bugs)
      ? []
      : [name_in_bugs],
  )
  return [...first, ...others]
}
