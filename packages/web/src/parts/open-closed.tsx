// How many bugs are open and closed: as bars, and as a table of the same numbers.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { CountLink } from './count-link.js'
import { visible } from './visible.js'

export interface OpenClosed {
  readonly name: string
  readonly open: number
  readonly closed: number
  /** The criteria of the bugs that are counted. */
  readonly query: Readonly<Record<string, string>>
}

interface OpenClosedProps {
  readonly title: string
  /** What the rows are. */
  readonly of: string
  readonly rows: readonly OpenClosed[]
}

/** The table says all that the bars say: these are for the eye alone. */
export function OpenClosedFigure({ title, of, rows }: OpenClosedProps) {
  const { texts, isLive } = useApp()
  const said = texts.figure
  const id = useId()
  const isOpen = useSignal(false)
  const most = Math.max(1, ...rows.map(({ open, closed }) => open + closed))
  return (
    <figure class="figure" aria-labelledby={id}>
      <div class="section-head">
        <figcaption id={id}>{title}</figcaption>
        <button
          type="button"
          class="quiet"
          disabled={!isLive.value}
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {isOpen.value ? said.hideNumbers : said.showNumbers}
        </button>
      </div>
      <p class="legend">
        <span class="is-open">{said.open}</span>
        <span class="is-closed">{said.closed}</span>
      </p>
      <div class="open-closed-bars" aria-hidden="true">
        {rows.map((row) => (
          <Bar key={row.name} row={row} most={most} />
        ))}
      </div>
      {isOpen.value && <Numbers title={title} of={of} rows={rows} />}
    </figure>
  )
}

function Bar({ row: { name, open, closed }, most }: { readonly row: OpenClosed; readonly most: number }) {
  const { texts } = useApp()
  const [openWidth, closedWidth] = [(100 * open) / most, (100 * closed) / most]
  return (
    <div class="bar-row">
      <bdi class="bar-name">{visible(name)}</bdi>
      <svg width="100%" height="14" role="presentation">
        <rect class="is-open" x="0" y="0" width={`${openWidth}%`} height="14" />
        <rect class="is-closed" x={`${openWidth}%`} y="0" width={`${closedWidth}%`} height="14" />
      </svg>
      <span class="bar-number">
        {texts.number(open)} / {texts.number(open + closed)}
      </span>
    </div>
  )
}

function Numbers({ title, of, rows }: OpenClosedProps) {
  const { figure: said } = useApp().texts
  return (
    <table class="things" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">{said.open}</th>
          <th scope="col">{said.closed}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, open, closed, query }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{visible(name)}</bdi>
            </th>
            <td data-label={said.open}>
              <CountLink count={open} query={{ ...query, status: '__open__' }} />
            </td>
            <td data-label={said.closed}>
              <CountLink count={closed} query={{ ...query, status: '__closed__' }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
