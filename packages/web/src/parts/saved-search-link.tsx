import { Link } from './link.js'
import { visible } from './visible.js'

/** The name of a search that one has saved, which leads to its list. */
export function SavedSearchLink({ name }: { readonly name: string }) {
  return (
    <Link to={`/bugs?${new URLSearchParams({ savedsearch: name })}`}>
      <bdi>{visible(name)}</bdi>
    </Link>
  )
}
