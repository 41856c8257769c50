// The table of a list.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { KeywordChip } from '../../parts/hued.js'
import { Icon } from '../../parts/icon.js'
import { Later } from '../../parts/later.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../../page/page.js'
import type { Column, ListBug } from './columns.js'
import type { ListData } from './load.js'
import { changed, listPath, orderOf, type OrderBy } from '../query/query.js'
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
  const rows = useRows(bugs)
  const order = orderOf(data.order)
  const { before, after } = placesOf(columns)
  const header = ({ name, label }: Column) => (
    <HeaderCell key={name} order={order} name={name} text={visible(label(texts))} />
  )
  return (
    <table class="bugs list" aria-label={texts.list.table} aria-keyshortcuts="j k Space">
      <thead>
        <tr>
          {mayChoose && <SelectAll selection={selection} count={bugs.length} />}
          <HeaderCell order={order} name="id" text={texts.fields.id} />
          {before.map(header)}
          <HeaderCell order={order} name="summary" text={texts.fields.summary} />
          {after.map(header)}
        </tr>
      </thead>
      <tbody>
        {rows.map((bug) => (
          <Later key={bug.id}>
            <Row bug={bug} before={before} after={after} selection={selection} mayChoose={mayChoose} />
          </Later>
        ))}
      </tbody>
    </table>
  )
}

/** About as many as a window shows. */
const firstRows = 24

/** A list that begins at its top is drawn with its first rows, and then completed. */
function useRows(bugs: readonly ListBug[]): readonly ListBug[] {
  const { isLive, arrival } = useApp()
  const isWhole = useSignal(!isLive.peek() || !arrival.isAtTop)
  useEffect(() => {
    // Effects run after a frame, but before the browser handles what happened during it.
    const timer = setTimeout(() => (isWhole.value = true))
    return () => clearTimeout(timer)
  }, [])
  return isWhole.value ? bugs : bugs.slice(0, firstRows)
}

interface Places {
  readonly before: readonly Column[]
  readonly after: readonly Column[]
}

/** The status leads the summary; the other columns follow it. */
function placesOf(columns: readonly Column[]): Places {
  const isBefore = ({ name }: Column) => name === 'status'
  return { before: columns.filter(isBefore), after: columns.filter((column) => !isBefore(column)) }
}

function SelectAll({ selection, count }: { readonly selection: Selection; readonly count: number }) {
  const { texts, isLive } = useApp()
  const chosen = selection.ids.size
  return (
    <th scope="col" class="check">
      <input
        type="checkbox"
        indeterminate={chosen > 0 && chosen < count}
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

interface RowProps extends Places {
  readonly bug: ListBug
  readonly selection: Selection
  readonly mayChoose: boolean
}

function Row({ bug, before, after, selection, mayChoose }: RowProps) {
  const { texts } = useApp()
  const isSelected = selection.ids.has(bug.id)
  const isCurrent = selection.current === bug.id
  const to = pathOf('bug', bug.id)
  // The description does not count.
  const comments = (bug.comment_count ?? 1) - 1
  const cell = (column: Column) => (
    <td key={column.name} class={`of-${column.name}`}>
      {column.cell(bug)}
    </td>
  )
  return (
    <tr id={rowId(bug.id)} class={isSelected ? 'is-selected' : undefined} aria-current={isCurrent || undefined}>
      {mayChoose && (
        <td class="check">
          <Select id={bug.id} isSelected={isSelected} isCurrent={isCurrent} onToggle={selection.toggle} />
        </td>
      )}
      <td class="of-id">
        <Link to={to}>{bug.id}</Link>
      </td>
      {before.map(cell)}
      <th scope="row" class="of-summary">
        <div class="list-summary">
          {bug.groups.length > 0 && <span class="restricted mark-lock" role="img" aria-label={texts.restricted} />}
          {bug.changed_since_seen && <span class="unseen" role="img" aria-label={texts.list.unseen} />}
          <Link to={to} dir="auto">
            {visible(bug.summary)}
          </Link>
          {bug.keywords.length > 0 && <Keywords names={bug.keywords} />}
          {comments > 0 && <Comments count={comments} />}
        </div>
      </th>
      {after.map(cell)}
    </tr>
  )
}

interface SelectProps {
  readonly id: number
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly onToggle: Selection['toggle']
}

/** A separate component, so that the row is not rendered again when the page becomes live. */
function Select({ id, isSelected, isCurrent, onToggle }: SelectProps) {
  const { texts, isLive } = useApp()
  return (
    <input
      type="checkbox"
      aria-label={texts.list.select(id)}
      aria-keyshortcuts={isCurrent ? 'x' : undefined}
      disabled={!isLive.value}
      checked={isSelected}
      onClick={({ shiftKey }) => onToggle(id, shiftKey)}
    />
  )
}

function Comments({ count }: { readonly count: number }) {
  const { texts } = useApp()
  return (
    <span class="comment-count mark-comments" role="img" aria-label={texts.list.comments(count)}>
      {count}
    </span>
  )
}

const mostKeywords = 3

function Keywords({ names }: { readonly names: readonly string[] }) {
  const { texts } = useApp()
  const others = names.slice(mostKeywords)
  return (
    <ul class="keyword-chips" aria-label={texts.fields.keywords}>
      {names.slice(0, mostKeywords).map((name) => (
        <li key={name}>
          <KeywordChip name={name} />
        </li>
      ))}
      {others.length > 0 && <li title={visible(others.join(', '))}>{`+${others.length}`}</li>}
    </ul>
  )
}
