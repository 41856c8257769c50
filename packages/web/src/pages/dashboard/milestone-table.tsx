// The milestones of the user's open bugs, with what is left of them.
import { CountLink } from '../../parts/count-link.js'
import { daysUntil } from '../../parts/days-until.js'
import { Link } from '../../parts/link.js'
import { TableHeader } from '../../parts/table-header.js'
import { visible } from '../../parts/visible.js'
import { pathOf } from '../../page/page.js'
import { useApp } from '../../state/app.js'
import type { DueMilestone } from './milestones.js'

export function MilestoneTable({ milestones }: { readonly milestones: readonly DueMilestone[] }) {
  const { dashboard: labels } = useApp().texts
  return (
    <table class="things" aria-label={labels.milestones}>
      <TableHeader of={[labels.milestone, labels.due, labels.open, labels.closed]} />
      <tbody>
        {milestones.map(({ product, name, due, bugs }) => (
          <tr key={`${product}/${name}`}>
            <th scope="row">
              <Link to={pathOf('products', product, 'milestones', name)}>
                <bdi>{visible(product)}</bdi> <bdi>{visible(name)}</bdi>
              </Link>
            </th>
            <td data-label={labels.due}>{due === null ? '–' : <DueDay day={due} />}</td>
            <td data-label={labels.open} class="number">
              <CountLink count={bugs.open} query={{ ...bugs.query, status: '__open__' }} />
            </td>
            <td data-label={labels.closed} class="number">
              <CountLink count={bugs.closed} query={{ ...bugs.query, status: '__closed__' }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DueDay({ day }: { readonly day: string }) {
  const { texts, now } = useApp()
  return (
    <>
      {day} <span class="quiet-text">{texts.dashboard.daysLeft(daysUntil(day, now.value))}</span>
    </>
  )
}
