// Things of one kind as a table.
import { Link } from '../../parts/link.js'
import { LongText } from '../../parts/long-text.js'
import { NoRows } from '../../parts/no-rows.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { pathOf } from '../../page/page.js'
import { nameOf, type Kind, type Parent, type Thing, type Value } from './kinds/kind.js'

interface ThingTableProps {
  readonly kind: Kind
  readonly parent: Parent
  readonly things: readonly Thing[]
  /** The text of an empty table. */
  readonly none: string
}

export function ThingTable({ kind, parent, things, none }: ThingTableProps) {
  const { texts } = useApp()
  const { kinds } = texts.admin
  const [first] = kind.fields
  const columns = kind.columns.flatMap((name) => kind.fields.find((field) => field.name === name) ?? [])
  return (
    <table class="things" aria-label={kinds[kind.name].many}>
      <thead>
        <tr>
          <th scope="col">{texts.admin.fields[first?.label ?? 'name']}</th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col">
              {texts.admin.fields[label]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {things.length === 0 && <NoRows columns={columns.length + 1} text={none} />}
        {things.map((thing) => (
          <tr key={thing.key}>
            <th scope="row">
              <Link to={pathOfThing(kind, thing.key, parent)}>
                <bdi>{visible(nameOf(kind, thing))}</bdi>
              </Link>
            </th>
            {columns.map(({ name, label }) => (
              <td key={name} data-label={texts.admin.fields[label]}>
                <LongText text={textOf(thing.values[name], name, texts)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function pathOfThing(kind: Kind, key: string, parent: Parent): string {
  return kind.parent === undefined
    ? pathOf('admin', kind.name, key)
    : pathOf('admin', kind.parent, parent, kind.name, key)
}

/** Where one of this kind is made. */
export function pathOfNew(kind: Kind, parent: Parent): string {
  const path = pathOf('admin', 'new', kind.name)
  return kind.parent === undefined ? path : `${path}?${new URLSearchParams({ in: parent })}`
}

function textOf(value: Value | undefined, field: string, { admin }: Texts): string {
  if (value === true) return admin.yes
  if (value === false) return admin.no
  if (typeof value === 'string') return admin.choices[field]?.[value] ?? value
  return value === undefined ? '' : String(value)
}
