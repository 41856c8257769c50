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
import { InboxSummary } from '../inbox/summary.js'
import { MilestoneTable } from './milestone-table.js'
import { loadDashboard, type CountedSearch, type DashboardData, type Some } from './load.js'
import { dashboardTexts } from '../../texts/english/dashboard.js'
import { inboxTexts } from '../../texts/english/inbox.js'
import { requestsTexts } from '../../texts/english/requests.js'

export const dashboard = definePage<DashboardData>({
  texts: { dashboard: dashboardTexts, inbox: inboxTexts, requests: requestsTexts },
  load: loadDashboard,
  title: (_, texts) => texts.dashboard.title,
  View: ({ data }) => {
    const { inbox, assigned, ofMe, newInMine, byMe, reported, searches, milestones } = data
    const { dashboard: labels } = useApp().texts
    const parts = Object.keys(data) as (keyof DashboardData)[]
    const empty = parts.filter((part) => data[part].total === 0)
    return (
      <div class="dashboard">
        <h1>{labels.title}</h1>
        {empty.length === parts.length && <GettingStarted />}
        <Section part="inbox" some={inbox}>
          <ul aria-label={labels.inbox} class="inbox-lines">
            {inbox.rows.map((item) => (
              <li key={item.bug.id}>
                <InboxSummary item={item} />
              </li>
            ))}
          </ul>
        </Section>
        <Section part="assigned" some={assigned}>
          <BugTable label={labels.assigned} bugs={assigned.rows} hasAssignee={false} />
        </Section>
        <Section part="ofMe" some={ofMe}>
          <RequestTable label={labels.ofMe} requests={ofMe.rows} />
        </Section>
        <Section part="newInMine" some={newInMine}>
          <BugTable label={labels.newInMine} bugs={newInMine.rows} />
        </Section>
        <Section part="byMe" some={byMe}>
          <RequestTable label={labels.byMe} requests={byMe.rows} />
        </Section>
        <Section part="reported" some={reported}>
          <BugTable label={labels.reported} bugs={reported.rows} />
        </Section>
        <Section part="searches" some={searches}>
          <Searches searches={searches.rows} />
        </Section>
        <Section part="milestones" some={milestones}>
          <MilestoneTable milestones={milestones.rows} />
        </Section>
        {empty.length > 0 && empty.length < parts.length && (
          <p class="quiet-text">{labels.nothingIn(empty.map((part) => labels[part]))}</p>
        )}
      </div>
    )
  },
})

interface SectionProps {
  readonly part: keyof DashboardData
  readonly some: Some<unknown>
  readonly children: ComponentChildren
}

function Section({ part, some: { total, isLeast = false, to }, children }: SectionProps) {
  const { dashboard: labels } = useApp().texts
  const id = useId()
  if (total === 0) return null
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{labels[part]}</h2>
        {to !== undefined && <Link to={to}>{isLeast ? labels.allOfMany(total) : labels.all(total)}</Link>}
      </div>
      {children}
    </section>
  )
}

function GettingStarted() {
  const labels = useApp().texts.dashboard
  const id = useId()
  return (
    <section aria-labelledby={id} class="empty">
      <h2 id={id}>{labels.gettingStarted}</h2>
      <p>{labels.nothingYet}</p>
      <p class="ways">
        <Link to="/new">{labels.newBug}</Link>
        <Link to="/bugs?status=__open__">{labels.findBugs}</Link>
      </p>
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
