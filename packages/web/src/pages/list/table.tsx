// The table of a list.
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../../page/page.js'
import type { Column, ListBug } from './columns.js'
import type { ListData } from './load.js'
import { changed, listPath, orderOf, type OrderBy } from './query.js'
import { rowId, type Selection } from './selection.js'

interface ListTableProps {
  readonly data: ListData
  readonly selection: Selection
  /** Shows checkboxes. */
  readonly mayChoose: boolean
}

export function ListTable({ data, selection, mayChoose }: ListTableProps) {
  const { texts } = useApp()
  const { bugs, columns } = data
  const order = orderOf(data.order)
  return (
    <table class="bugs list" aria-label={texts.list.table} aria-keyshortcuts="j k">
      <thead>
        <tr>
          {mayChoose && <SelectAll selection={selection} count={bugs.length} />}
          <HeaderCell order={order} name="id" text={texts.fields.id} />
          <HeaderCell order={order} name="summary" text={texts.fields.summary} />
          {columns.map(({ name, label }) => (
            <HeaderCell key={name} order={order} name={name} text={visible(label(texts))} />
          ))}
        </tr>
      </thead>
      <tbody>
        {bugs.map((bug) => (
          <Row key={bug.id} bug={bug} columns={columns} selection={selection} mayChoose={mayChoose} />
        ))}
      </tbody>
    </table>
  )
}

function SelectAll({ selection, count }: { readonly selection: Selection; readonly count: number }) {
  const { texts, isLive } = useApp()
  const box = useRef<HTMLInputElement>(null)
  const chosen = selection.ids.size
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < count
  }, [chosen, count])
  return (
    <th scope="col" class="check">
      <input
        ref={box}
        type="checkbox"
        aria-label={texts.list.selectAll}
        disabled={!isLive.value}
        checked={chosen === count}
        onChange={selection.toggleAll}
      />
    </th>
  )
}

interface HeaderCellProps {
  readonly order: OrderBy | undefined
  readonly name: string
  readonly text: string
}

/** A column header that sorts: upwards first, downwards when it is chosen again. */
function HeaderCell({ order, name, text }: HeaderCellProps) {
  const app = useApp()
  const isFirst = order?.field === name
  const sort = () => {
    const query = app.query()
    const now = query.has('order') ? orderOf(query.get('order') ?? '') : order
    const next = now?.field === name && !now.isDescending ? `${name} DESC` : name
    void app.go(listPath(changed(query, { order: [next] })))
  }
  return (
    <th
      scope="col"
      class={`of-${name}`}
      aria-sort={isFirst ? (order.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" class="quiet" onClick={sort}>
        {text}
        {isFirst && <Icon name={order.isDescending ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
}

interface RowProps {
  readonly bug: ListBug
  readonly columns: readonly Column[]
  readonly selection: Selection
  readonly mayChoose: boolean
}

function Row({ bug, columns, selection, mayChoose }: RowProps) {
  const { texts, isLive } = useApp()
  const isSelected = selection.ids.has(bug.id)
  const isCurrent = selection.current === bug.id
  const to = pathOf('bug', bug.id)
  return (
    <tr id={rowId(bug.id)} class={isSelected ? 'is-selected' : undefined} aria-current={isCurrent || undefined}>
      {mayChoose && (
        <td class="check">
          <input
            type="checkbox"
            aria-label={texts.list.select(bug.id)}
            aria-keyshortcuts={isCurrent ? 'x' : undefined}
            disabled={!isLive.value}
            checked={isSelected}
            onClick={({ shiftKey }) => selection.toggle(bug.id, shiftKey)}
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
