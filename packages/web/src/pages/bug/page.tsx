// One bug: what it is about, where it stands, what was said and done.
import { Link } from '../../parts/link.js'
import { Person } from '../../parts/name.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../define.js'
import type { PageAddress } from '../page.js'
import { Attachments } from './attachments.js'
import { Comments } from './comments.js'
import { Fields } from './fields.js'
import { loadBug, type BugData } from './load.js'

export const bug = definePage<BugData>({
  load: loadBug,
  title: ({ bug: { id, summary } }, texts) => texts.bug.title(id, visible(summary)),
  View: BugPage,
})

interface BugPageProps {
  readonly data: BugData
  readonly address: PageAddress
}

function BugPage({ data, address }: BugPageProps) {
  return (
    <div class="bug-page" key={data.bug.id}>
      <BugHead data={data} />
      <Fields data={data} />
      <div class="bug-main">
        <Attachments attachments={data.attachments} />
        <Comments data={data} address={address} />
      </div>
    </div>
  )
}

function BugHead({ data: { bug: shown } }: { readonly data: BugData }) {
  const { texts } = useApp()
  const list = (criteria: Readonly<Record<string, string>>) =>
    `/bugs?${new URLSearchParams({ ...criteria, status: '__open__' })}`
  const { product, component } = shown
  return (
    <header class="bug-head">
      <p class="place">
        <Link to={list({ product })}>{visible(product)}</Link>
        <span aria-hidden="true"> / </span>
        <Link to={list({ product, component })}>{visible(component)}</Link>
      </p>
      <h1>
        <span class="number">{texts.bug.heading(shown.id)}</span> <bdi>{visible(shown.summary)}</bdi>
      </h1>
      <p class="bug-facts">
        <Status status={shown.status} resolution={shown.resolution} isOpen={shown.is_open} />
        <span>
          {texts.bug.filed} <Person person={shown.creator_detail} /> <Time at={shown.creation_time} />
        </span>
        <span>
          {texts.bug.changed} <Time at={shown.last_change_time} />
        </span>
      </p>
    </header>
  )
}
