// The table of a list.
import type { Signal } from '@preact/signals'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../page.js'
import type { Column, ListBug } from './columns.js'
import { changed, listPath, orderOf } from './query.js'

interface ListTableProps {
  readonly query: URLSearchParams
  readonly bugs: readonly ListBug[]
  readonly columns: readonly Column[]
  /** The numbers of the bugs that are chosen; undefined where nobody may choose. */
  readonly selected: Signal<ReadonlySet<number>> | undefined
}

export function ListTable({ query, bugs, columns, selected }: ListTableProps) {
  const { texts } = useApp()
  const areAll = selected !== undefined && bugs.every(({ id }) => selected.value.has(id))
  return (
    <table class="bugs list" aria-label={texts.list.table}>
      <thead>
        <tr>
          {selected && (
            <th scope="col" class="check">
              <input
                type="checkbox"
                aria-label={texts.list.selectAll}
                checked={areAll}
                onChange={() => (selected.value = new Set(areAll ? [] : bugs.map(({ id }) => id)))}
              />
            </th>
          )}
          <HeaderCell query={query} name="id" text={texts.fields.id} />
          <HeaderCell query={query} name="summary" text={texts.fields.summary} />
          {columns.map(({ name }) => (
            <HeaderCell key={name} query={query} name={name} text={texts.fields[name]} />
          ))}
        </tr>
      </thead>
      <tbody>
        {bugs.map((bug) => (
          <Row key={bug.id} bug={bug} columns={columns} selected={selected} />
        ))}
      </tbody>
    </table>
  )
}

interface HeaderCellProps {
  readonly query: URLSearchParams
  readonly name: string
  readonly text: string
}

/** A column header that sorts: upwards first, downwards when it is chosen again. */
function HeaderCell({ query, name, text }: HeaderCellProps) {
  const { go } = useApp()
  const order = orderOf(query)
  const isFirst = order?.field === name
  const next = isFirst && !order.isDescending ? `${name} DESC` : name
  return (
    <th
      scope="col"
      class={`of-${name}`}
      aria-sort={isFirst ? (order.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" class="quiet" onClick={() => void go(listPath(changed(query, { order: [next] })))}>
        {text}
        {isFirst && <Icon name={order.isDescending ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
}

interface RowProps {
  readonly bug: ListBug
  readonly columns: readonly Column[]
  readonly selected: ListTableProps['selected']
}

function Row({ bug, columns, selected }: RowProps) {
  const { texts } = useApp()
  const isSelected = selected?.value.has(bug.id) ?? false
  const to = pathOf('bug', bug.id)
  return (
    <tr class={isSelected ? 'is-selected' : undefined}>
      {selected && (
        <td class="check">
          <input
            type="checkbox"
            aria-label={texts.list.select(bug.id)}
            checked={isSelected}
            onChange={() => {
              const others = [...selected.value].filter((id) => id !== bug.id)
              selected.value = new Set(isSelected ? others : [...others, bug.id])
            }}
          />
        </td>
      )}
      <td class="of-id">
        <Link to={to}>{bug.id}</Link>
        <span class="narrow-only">
          <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />
          <Time at={bug.last_change_time} />
        </span>
      </td>
      <th scope="row" class="of-summary">
        <Link to={to}>
          <bdi>{visible(bug.summary)}</bdi>
        </Link>
      </th>
      {columns.map((column) => (
        <td key={column.name} class={`of-${column.name}`}>
          {column.cell(bug)}
        </td>
      ))}
    </tr>
  )
}
