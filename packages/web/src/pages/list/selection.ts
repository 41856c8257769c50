// The selected bugs of a list, and the one that keys act on.
import { useSignal } from '@preact/signals'
import type { Bug } from '@trackerkit/client'
import { useRef } from 'preact/hooks'
import { useApp } from '../../state/app.js'
import { useKeys } from '../../state/keys.js'
import type { ListBug } from './columns.js'

export type BulkBug = Pick<Bug, 'id' | 'summary' | 'product'>

export interface Selection {
  /** The numbers of the bugs that are chosen, of those that are shown. */
  readonly ids: ReadonlySet<number>
  /** Chooses a bug or leaves it out; a range: with all up to the one before. */
  readonly toggle: (id: number, isRange: boolean) => void
  readonly toggleAll: () => void
  readonly set: (ids: Iterable<number>) => void
  /** The number of the bug on which the keys are. */
  readonly current: number | undefined
  /** Selected bugs of other pages of the list. */
  readonly others: readonly BulkBug[]
  readonly setOthers: (bugs: readonly BulkBug[]) => void
  /** The key of the field to edit first. */
  readonly firstKey: string | undefined
}

/** The keys that open fields of the selection, or of the bug at the keys if none is selected. */
export const editingKeys: Readonly<Record<string, string>> = {
  status: 's',
  assigned_to: 'a',
  priority: 'p',
  target_milestone: 'm',
  keywords: 'l',
}

/** `mayChoose`: whether who looks could do anything with a selection. */
export function useSelection(bugs: readonly ListBug[], mayChoose: boolean): Selection {
  const { marks } = useApp()
  // Those with which the list was left.
  const chosen = useSignal<ReadonlySet<number>>(marks.current?.selected ?? new Set())
  const current = useSignal(marks.current?.current)
  const last = useRef<number | undefined>(undefined)
  const others = useSignal<readonly BulkBug[]>([])
  const firstKey = useSignal<string | undefined>(undefined)
  const shown = bugs.map(({ id }) => id)
  const ids = new Set(shown.filter((id) => chosen.value.has(id)))
  marks.current = { selected: ids, current: current.value }
  const set = (all: Iterable<number>) => {
    chosen.value = new Set(all)
    others.value = []
    firstKey.value = undefined
  }
  const toggle = (id: number, isRange: boolean) => {
    const isOn = !ids.has(id)
    const range = isRange ? between(shown, last.current, id) : [id]
    last.current = id
    set(isOn ? [...ids, ...range] : [...ids].filter((one) => !range.includes(one)))
  }
  const toggleAll = () => set(ids.size === shown.length ? [] : shown)
  const step = (by: 1 | -1) => () => {
    const at = current.value === undefined ? -1 : shown.indexOf(current.value)
    const next = shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)]
    current.value = next
    if (next !== undefined) focusRow(next)
  }
  const select = (isRange: boolean) => () => {
    if (mayChoose && current.value !== undefined) toggle(current.value, isRange)
  }
  const open = () => {
    if (current.value !== undefined) linkOf(current.value)?.click()
  }
  const edit = (key: string) => () => {
    if (!mayChoose || current.value === undefined) return
    set([current.value])
    firstKey.value = key
  }
  useKeys(ids.size > 0 ? {} : Object.fromEntries(Object.values(editingKeys).map((key) => [key, edit(key)])))
  useKeys({ j: step(1), k: step(-1), x: select(false), 'Shift+x': select(true), o: open, Enter: open })
  return {
    ids,
    toggle,
    toggleAll,
    set,
    current: shown.find((id) => id === current.value),
    others: ids.size === shown.length ? others.value : [],
    setOthers: (bugs) => (others.value = bugs),
    firstKey: firstKey.value,
  }
}

function between(shown: readonly number[], from: number | undefined, to: number): readonly number[] {
  const [first, second] = [from === undefined ? -1 : shown.indexOf(from), shown.indexOf(to)]
  return first < 0 ? [to] : shown.slice(Math.min(first, second), Math.max(first, second) + 1)
}

/** The element of a row has this id. */
export function rowId(bug: number): string {
  return `bug-${bug}`
}

function linkOf(bug: number): HTMLElement | undefined {
  return document.getElementById(rowId(bug))?.querySelector<HTMLElement>('th a') ?? undefined
}

function focusRow(bug: number): void {
  const link = linkOf(bug)
  link?.focus({ preventScroll: true })
  link?.closest('tr')?.scrollIntoView({ block: 'nearest' })
}
