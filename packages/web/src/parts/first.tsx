// The first of many things, and the others on demand: without scripts on a page that shows all.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useApp } from '../state/app.js'

const mostShown = 50

interface FirstProps<T> {
  readonly of: readonly T[]
  /** Shows some of them; called again for the others. */
  readonly children: (some: readonly T[]) => ComponentChildren
}

export function First<T>({ of, children }: FirstProps<T>) {
  const { texts, shown } = useApp()
  const { query } = shown.peek().address
  const isOpen = useSignal(query.get('lists') === 'all')
  if (of.length <= mostShown) return <>{children(of)}</>
  return (
    <>
      {children(of.slice(0, mostShown))}
      <details class="others" open={isOpen.value} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>{texts.others(texts.number(of.length - mostShown))}</summary>
        {isOpen.value ? (
          children(of.slice(mostShown))
        ) : (
          <a href={`?${new URLSearchParams([...query, ['lists', 'all']])}`}>{texts.showAll}</a>
        )}
      </details>
    </>
  )
}
