import { useApp } from '../state/app.js'
import { Link } from './link.js'

interface CountLinkProps {
  readonly count: number
  /** The criteria of the list of just these bugs. */
  readonly query: Readonly<Record<string, string>>
}

/** A number of bugs, which leads to the list of them. */
export function CountLink({ count, query }: CountLinkProps) {
  const { texts } = useApp()
  if (count === 0) return <span class="quiet-text">{texts.number(0)}</span>
  return <Link to={`/bugs?${new URLSearchParams(query)}`}>{texts.number(count)}</Link>
}
