// The bug, reasons and news of a line of the inbox.
import type { InboxItem } from '@trackerkit/client'
import { Link } from '../../parts/link.js'
import { Person } from '../../parts/name.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { pathOf } from '../../page/page.js'
import { useApp } from '../../state/app.js'

export function InboxSummary({ item }: { readonly item: InboxItem }) {
  const labels = useApp().texts.inbox
  const { bug, reasons, by, time, comments, changes, first_comment, is_new, later_until } = item
  const parts = [
    ...(is_new ? [labels.newBug] : []),
    ...(comments > 0 ? [labels.comments(comments)] : []),
    ...(changes > 0 ? [labels.changes(changes)] : []),
  ]
  const place = first_comment === null ? '' : `#c${first_comment}`
  return (
    <div class="inbox-line">
      <Link to={`${pathOf('bug', bug.id)}${place}`}>{labels.bug(bug.id, visible(bug.summary))}</Link>
      <p class="quiet-text">
        {reasons.length > 0 && <span>{reasons.map((reason) => labels.reasons[reason]).join(', ')}</span>}
        {by && <Person person={by} />}
        <Time at={time} />
        {parts.length > 0 && <span>{parts.join(', ')}</span>}
        {later_until && (
          <span>
            {labels.until} <Time at={later_until} />
          </span>
        )}
      </p>
    </div>
  )
}
