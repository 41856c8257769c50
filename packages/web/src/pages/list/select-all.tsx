// Selects the bugs of all pages of a list.
import { useSignal } from '@preact/signals'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { ListData } from './load.js'
import { criteriaOf } from '../query/query.js'
import type { Selection } from './selection.js'

/** Bugs that can be selected at once. */
const most = 500

interface SelectAllProps {
  readonly query: URLSearchParams
  readonly data: ListData
  readonly selection: Selection
}

export function SelectAll({ query, data, selection }: SelectAllProps) {
  const app = useApp()
  const { texts, operations } = app
  const isBusy = useSignal(false)
  const { total, bugs, order } = data
  const isAll = selection.ids.size + selection.others.length >= Math.min(total, most)
  if (isAll) return null
  const select = async () => {
    isBusy.value = true
    const include_fields = ['id', 'summary', 'product'] as const
    try {
      const found = await operations.bugs.search({
        ...criteriaOf(query),
        ...(order !== undefined && { order }),
        limit: most,
        include_fields,
      })
      const shown = new Set(bugs.map(({ id }) => id))
      selection.set(shown)
      selection.setOthers(found.bugs.filter(({ id }) => !shown.has(id)).slice(0, most - shown.size))
    } catch (error) {
      say(app, error instanceof Error ? error.message : texts.error.title)
    }
    isBusy.value = false
  }
  return (
    <button type="button" class="quiet" disabled={isBusy.value} onClick={() => void select()}>
      {texts.bulk.selectAll(texts.number(Math.min(total, most)))}
    </button>
  )
}
