// How clients present a field. It follows from the kind, so clients need no lists of fields.
import * as z from 'zod'
import { fieldTypes } from '../../../setup/field-types.js'
import type { Field } from '../../../setup/catalogue.js'
import { fieldGroups, type BugField, type FieldKind } from './field.js'
import { bugFields } from './index.js'

const textControls = ['text line', 'long text', 'day', 'hours'] as const
const choiceControls = ['select', 'person', 'people', 'names', 'bugs', 'urls', 'switch'] as const

export const traitsView = z.object({
  name_in_bugs: z.string().nullable().meta({
    description: 'Name in bugs, searches and sort orders; null if bugs do not contain it.',
  }),
  group: z.enum(fieldGroups).nullable().meta({
    description: 'Section of a form; null if bugs do not contain it.',
  }),
  control: z
    .enum([...textControls, ...choiceControls])
    .nullable()
    .meta({
      description: 'Control for forms: `people`, `names`, `bugs` and `urls` are lists. Null: cannot be set.',
    }),
  is_filter: z.boolean().meta({ description: 'Suitable as the only criterion of a search.' }),
  is_column: z.boolean().meta({ description: 'Can be a column in a list of bugs.' }),
  is_bulk: z.boolean().meta({ description: 'Suitable for changing several bugs at once.' }),
  is_countable: z.boolean().meta({ description: 'Supported by `bugs.count`.' }),
})

export type FieldTraits = z.output<typeof traitsView>
type Kind = Omit<FieldTraits, 'name_in_bugs' | 'group'>

function kind(control: Kind['control'], ...uses: ('filter' | 'column' | 'bulk' | 'count')[]): Kind {
  const [is_filter, is_column] = [uses.includes('filter'), uses.includes('column')]
  return { control, is_filter, is_column, is_bulk: uses.includes('bulk'), is_countable: uses.includes('count') }
}

const kinds: Readonly<Record<FieldKind, Kind>> = {
  text: kind('text line', 'filter', 'column', 'bulk'),
  'field value': kind('select', 'filter', 'column', 'bulk', 'count'),
  place: kind('select', 'filter', 'column', 'bulk', 'count'),
  person: kind('person', 'filter', 'column', 'bulk', 'count'),
  people: kind('people', 'filter', 'bulk'),
  keywords: kind('names', 'filter', 'column', 'bulk', 'count'),
  names: kind('names', 'column'),
  groups: kind('names'),
  bugs: kind('bugs'),
  urls: kind('urls'),
  day: kind('day', 'column', 'bulk'),
  time: kind(null, 'column'),
  hours: kind('hours'),
  switch: kind('switch'),
  number: kind(null, 'column'),
  other: kind(null),
}

const { largeText, singleSelect, multiSelect, date, bugId } = fieldTypes

/** Of custom fields, by type; text for the others. */
const customKinds: Readonly<Record<number, Kind>> = {
  [largeText]: kind('long text', 'filter', 'column'),
  [singleSelect]: kinds['field value'],
  [multiSelect]: kind('names', 'filter', 'column', 'bulk'),
  [date]: kinds.day,
  [bugId]: kind('bugs', 'column'),
}

/** By internal name. */
function fieldTraits(fields: Readonly<Record<string, BugField>>): ReadonlyMap<string, FieldTraits> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const { control, is_bulk, ...uses } = kinds[field.kind]
    const traits = {
      name_in_bugs: name,
      group: field.group ?? 'details',
      control: field.update ? control : null,
      ...uses,
      is_bulk: is_bulk && field.update !== undefined && field.bulk !== false,
    } as const
    return [field.internal ?? name, traits] as const
  })
  return new Map(entries)
}

const traitsOfBugs = fieldTraits(bugFields)

const ofOthers: FieldTraits = { name_in_bugs: null, group: null, ...kinds.other }

/** The traits of a field of the installation. */
export function viewTraits({ name, type, is_custom }: Field): FieldTraits {
  if (!is_custom) return traitsOfBugs.get(name) ?? ofOthers
  return { name_in_bugs: name, group: 'details', ...(customKinds[type] ?? kinds.text) }
}
