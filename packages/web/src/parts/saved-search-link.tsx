import { Link } from './link.js'
import { visible } from './visible.js'

interface SavedSearchLinkProps {
  readonly name: string
  /** ID of the user who shares it; omit it for the user's own. */
  readonly sharer?: number
}

/** The name of a saved search, which leads to its list. */
export function SavedSearchLink({ name, sharer }: SavedSearchLinkProps) {
  const query = { savedsearch: name, ...(sharer !== undefined && { sharer_id: String(sharer) }) }
  return (
    <Link to={`/bugs?${new URLSearchParams(query)}`}>
      <bdi>{visible(name)}</bdi>
    </Link>
  )
}
