import { useApp } from '../state/app.js'
import { Link } from './link.js'

interface PageLinksProps {
  /** The number of rows before the shown ones. */
  readonly offset: number
  /** The number of shown rows, and of rows on each page. */
  readonly shown: number
  readonly limit: number
  readonly total: number
  /** The name of the list, where a page has several. */
  readonly of?: string
  /** The path of the page from a place on; 0: the first one. */
  readonly pathFrom: (offset: number) => string
}

/** The ways to the pages before and after; nothing when all is shown. */
export function PageLinks({ offset, shown, limit, total, of, pathFrom }: PageLinksProps) {
  const { number, list: labels } = useApp().texts
  const end = offset + shown
  if (offset === 0 && end >= total) return null
  return (
    <nav class="pages" aria-label={of === undefined ? labels.pages : labels.pagesOf(of)}>
      {offset > 0 && <Link to={pathFrom(Math.max(0, offset - limit))}>{labels.previous}</Link>}
      <span>{labels.range(number(Math.min(offset + 1, total)), number(end), number(total))}</span>
      {end < total && <Link to={pathFrom(offset + limit)}>{labels.next}</Link>}
    </nav>
  )
}
