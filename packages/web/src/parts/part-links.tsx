import { PageLinks } from './page-links.js'
import { pageSize } from '../page/offset.js'
import { pathFrom, type Part } from '../page/part.js'
import type { PageAddress } from '../page/page.js'

interface PartLinksProps {
  readonly part: Part<unknown>
  readonly address: Pick<PageAddress, 'path' | 'query'>
  readonly size?: number
  /** The name of the list and its parameter, where a page has several. */
  readonly of?: string
  readonly name?: string
}

/** Links to the parts before and after. */
export function PartLinks({
  part: { rows, offset, total },
  address: { path, query },
  size,
  name,
  ...of
}: PartLinksProps) {
  return (
    <PageLinks
      {...of}
      offset={offset}
      total={total}
      shown={rows.length}
      limit={size ?? pageSize}
      pathFrom={(from) => pathFrom(path, query, from, name)}
    />
  )
}
