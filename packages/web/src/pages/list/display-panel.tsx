// How a list is shown: its order and its columns.
import type { RefObject } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useOutside, useTopLayer } from '../../parts/top-layer.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { allColumns } from './all-columns.js'
import type { ListData } from './load.js'
import { changed, listPath, orderOf } from '../query/query.js'

interface DisplayPanelProps {
  readonly data: ListData
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onColumns: () => void
  readonly onClose: () => void
}

export function DisplayPanel({ data, anchor, onColumns, onClose }: DisplayPanelProps) {
  const app = useApp()
  const { texts } = app
  const { sortBy, order: orderLabel, ascending, descending, columns } = texts.listTools
  const [fieldId, orderId] = [useId(), useId()]
  const panel = useRef<HTMLDivElement>(null)
  const order = orderOf(data.order)
  useTopLayer(panel, anchor)
  useOutside(panel, anchor, onClose)
  useLayoutEffect(() => panel.current?.querySelector('select')?.focus(), [])
  const sort = (field: string, isDescending: boolean) =>
    void app.go(listPath(changed(app.query(), { order: [isDescending ? `${field} DESC` : field] })))
  const fields = [
    ['id', texts.fields.id],
    ['summary', texts.fields.summary],
    ...allColumns(data.fields).map(({ name, label }) => [name, visible(label(texts))] as const),
  ] as const
  return (
    <div
      ref={panel}
      class="choice-panel display-panel"
      popover="manual"
      role="dialog"
      aria-label={texts.list.display}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <label for={fieldId}>{sortBy}</label>
      <select
        id={fieldId}
        value={order?.field ?? ''}
        onChange={({ currentTarget }) => sort(currentTarget.value, order?.isDescending ?? false)}
      >
        {!fields.some(([name]) => name === order?.field) && <option value={order?.field ?? ''} />}
        {fields.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <label for={orderId}>{orderLabel}</label>
      <select
        id={orderId}
        value={order?.isDescending ? 'descending' : 'ascending'}
        onChange={({ currentTarget }) => sort(order?.field ?? 'id', currentTarget.value === 'descending')}
      >
        <option value="ascending">{ascending}</option>
        <option value="descending">{descending}</option>
      </select>
      <button type="button" class="columns-button" onClick={onColumns}>
        {columns.title}
      </button>
    </div>
  )
}
