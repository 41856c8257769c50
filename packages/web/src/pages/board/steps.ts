// The first shown column, and the keys that go from card to card.
import { useEffect } from 'preact/hooks'
import { useKeys } from '../../state/keys.js'

/** Where one column is shown at a time, begins with the first that has bugs. */
export function useFirstWithBugs(): void {
  useEffect(() => {
    const column = document.querySelector<HTMLElement>('.board-column:not(.is-folded):has(.board-card)')
    const all = column?.parentElement
    if (column && all && all.clientWidth < 2 * column.clientWidth) all.scrollLeft = column.offsetLeft - all.offsetLeft
  }, [])
}

/** Keys that go from card to card, and open the menu of the current one. */
export function useSteps(): void {
  const cards = () => [...document.querySelectorAll<HTMLElement>('.board-column:not(.is-folded) .board-card > a')]
  const step = (by: number) => () => {
    const all = cards()
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  const aside = (by: number) => () => {
    const columns = [...document.querySelectorAll('.board-column:not(.is-folded)')]
    const at = columns.findIndex((column) => column.contains(document.activeElement))
    for (let next = at + by; next >= 0 && next < columns.length; next += by) {
      const card = columns[next]?.querySelector<HTMLElement>('.board-card > a')
      if (card) return card.focus()
    }
  }
  const open = () =>
    document.activeElement?.closest('.board-card')?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
  useKeys({ j: step(1), k: step(-1), h: aside(-1), l: aside(1), m: open })
}
