// The open work of the current user.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { BugTable } from '../../parts/bug-table.js'
import { CountLink } from '../../parts/count-link.js'
import { TableHeader } from '../../parts/table-header.js'
import { Link } from '../../parts/link.js'
import { RequestTable } from '../../parts/request-table.js'
import { SavedSearchLink } from '../../parts/saved-search-link.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { loadDashboard, type CountedSearch, type DashboardData, type Some } from './load.js'
import { dashboardTexts } from '../../texts/english/dashboard.js'
import { requestsTexts } from '../../texts/english/requests.js'

export const dashboard = definePage<DashboardData>({
  texts: { dashboard: dashboardTexts, requests: requestsTexts },
  load: loadDashboard,
  title: (_, texts) => texts.dashboard.title,
  View: ({ data: { assigned, ofMe, byMe, reported, changed, searches } }) => {
    const { dashboard: labels } = useApp().texts
    return (
      <div class="dashboard">
        <h1>{labels.title}</h1>
        <Section part="assigned" some={assigned} help={{ to: '/bugs?status=__open__', text: labels.findBugs }}>
          <BugTable label={labels.assigned} bugs={assigned.rows} hasAssignee={false} />
        </Section>
        <Section part="ofMe" some={ofMe}>
          <RequestTable label={labels.ofMe} requests={ofMe.rows} />
        </Section>
        <Section part="byMe" some={byMe}>
          <RequestTable label={labels.byMe} requests={byMe.rows} />
        </Section>
        <Section part="reported" some={reported} help={{ to: '/new', text: labels.newBug }}>
          <BugTable label={labels.reported} bugs={reported.rows} />
        </Section>
        <Section part="changed" some={changed}>
          <BugTable label={labels.changed} bugs={changed.rows} />
        </Section>
        <Section part="searches" some={searches} help={{ to: '/bugs?status=__open__', text: labels.findBugs }}>
          <Searches searches={searches.rows} />
        </Section>
      </div>
    )
  },
})

interface SectionProps {
  readonly part: keyof DashboardData
  readonly some: Some<unknown>
  /** A link for an empty section. */
  readonly help?: { readonly to: string; readonly text: string }
  readonly children: ComponentChildren
}

function Section({ part, some, help, children }: SectionProps) {
  const { dashboard: labels } = useApp().texts
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{labels[part]}</h2>
        <Link to={some.to}>{labels.all(some.total)}</Link>
      </div>
      {some.total > 0 ? (
        children
      ) : (
        <p class="empty-section">
          <span>{labels.none[part]}</span> {help && <Link to={help.to}>{help.text}</Link>}
        </p>
      )}
    </section>
  )
}

function Searches({ searches }: { readonly searches: readonly CountedSearch[] }) {
  const { dashboard: labels } = useApp().texts
  return (
    <table class="things" aria-label={labels.searches}>
      <TableHeader of={[labels.search, labels.bugs]} />
      <tbody>
        {searches.map(({ id, name, count }) => (
          <tr key={id}>
            <th scope="row">
              <SavedSearchLink name={name} />
            </th>
            <td data-label={labels.bugs} class="number">
              {count === undefined ? '–' : <CountLink count={count} query={{ savedsearch: name }} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
