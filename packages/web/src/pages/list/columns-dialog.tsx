// The dialog for the columns of lists and their order.
import { useSignal } from '@preact/signals'
import { Alert } from '../../parts/alert.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { Icon } from '../../parts/icon.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { allColumns } from './all-columns.js'
import type { ListData } from './load.js'
import { changed, listPath } from '../query/query.js'

interface ColumnsDialogProps {
  readonly data: ListData
  readonly onClose: () => void
}

/** All columns in their order, and the shown ones. */
function useColumns({ data, onClose }: ColumnsDialogProps) {
  const app = useApp()
  const { texts, who, operations } = app
  const shown = useSignal<readonly string[]>(data.columns.map(({ name }) => name))
  const order = useSignal<readonly string[]>(shown.value)
  const { run, isBusy, refusal } = useWrite()
  const all = allColumns(data.fields)
  const names = [...order.value, ...all.map(({ name }) => name).filter((name) => !order.value.includes(name))]
  const labelOf = (name: string) => visible(all.find((column) => column.name === name)?.label(texts) ?? name)
  const toggle = (name: string, isShown: boolean) => {
    shown.value = isShown ? [...shown.value, name] : shown.value.filter((other) => other !== name)
  }
  const move = (name: string, by: 1 | -1) => {
    const others = names.filter((other) => other !== name)
    order.value = others.toSpliced(names.indexOf(name) + by, 0, name)
  }
  const apply = async () => {
    const columns = names.filter((name) => shown.value.includes(name))
    const query = app.query()
    const order = query.get('order')
    // The order of the list is kept with its columns.
    const pages = { columns, ...(order !== null && { order }) }
    const store = async () => {
      if (who) await operations.preferences.update({ pages })
      app.prefer(pages)
    }
    await run(store, texts.listTools.columns.done, async () => {
      onClose()
      await app.go(listPath(changed(query, { include_fields: [['id', 'summary', ...columns].join(',')] })))
    })
  }
  return { names, shown, labelOf, toggle, move, apply, isBusy, refusal }
}

export function ColumnsDialog(props: ColumnsDialogProps) {
  const { onClose } = props
  const { texts, who } = useApp()
  const labels = texts.listTools.columns
  const { names, shown, labelOf, toggle, move, apply, isBusy, refusal } = useColumns(props)
  return (
    <Dialog title={labels.title} onClose={onClose}>
      {refusal !== undefined && <Alert message={refusal} />}
      {who && <p class="quiet-text">{labels.hint}</p>}
      <ul class="column-list">
        {names.map((name, index) => (
          <ColumnItem
            key={name}
            label={labelOf(name)}
            isShown={shown.value.includes(name)}
            isFirst={index === 0}
            isLast={index === names.length - 1}
            onToggle={(isShown) => toggle(name, isShown)}
            onMove={(by) => move(name, by)}
          />
        ))}
      </ul>
      <DialogFoot onCancel={onClose}>
        <button type="button" class="primary" disabled={isBusy} onClick={() => void apply()}>
          {labels.apply}
        </button>
      </DialogFoot>
    </Dialog>
  )
}

interface ColumnItemProps {
  readonly label: string
  readonly isShown: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onToggle: (isShown: boolean) => void
  readonly onMove: (by: 1 | -1) => void
}

function ColumnItem({ label, isShown, isFirst, isLast, onToggle, onMove }: ColumnItemProps) {
  const labels = useApp().texts.listTools.columns
  const mover = (by: 1 | -1, name: string, isOff: boolean) => (
    // A disabled button would lose the focus.
    <button
      type="button"
      class="quiet icon-button"
      aria-label={name}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onMove(by)
      }}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </button>
  )
  return (
    <li>
      <label class="check">
        <input type="checkbox" checked={isShown} onChange={({ currentTarget }) => onToggle(currentTarget.checked)} />
        <bdi>{label}</bdi>
      </label>
      {mover(-1, labels.up(label), isFirst)}
      {mover(1, labels.down(label), isLast)}
    </li>
  )
}
