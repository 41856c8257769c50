import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { Legend } from './bars.js'

interface FigureProps {
  readonly title: string
  /** Names of the series; none: there is one series. */
  readonly kinds?: readonly string[]
  /** The same data as a table, collapsed. */
  readonly numbers?: ComponentChildren
  readonly children: ComponentChildren
}

/** A chart with its title. */
export function Figure({ title, kinds = [], numbers, children }: FigureProps) {
  const { texts, isLive } = useApp()
  const labels = texts.figure
  const id = useId()
  const isShown = useSignal(false)
  return (
    <figure class="figure" aria-labelledby={id}>
      <div class="section-head">
        <figcaption id={id}>{title}</figcaption>
        {numbers !== undefined && (
          <button
            type="button"
            class="quiet"
            disabled={!isLive.value}
            aria-expanded={isShown.value}
            onClick={() => (isShown.value = !isShown.value)}
          >
            {isShown.value ? labels.hideNumbers : labels.showNumbers}
          </button>
        )}
      </div>
      {kinds.length > 0 && <Legend names={kinds} />}
      {children}
      {isShown.value && numbers}
    </figure>
  )
}
