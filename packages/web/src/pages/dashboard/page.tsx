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
    const { dashboard: said } = useApp().texts
    return (
      <div class="dashboard">
        <h1>{said.title}</h1>
        <Section part="assigned" some={assigned} help={{ to: '/bugs?status=__open__', text: said.findBugs }}>
          <BugTable label={said.assigned} bugs={assigned.rows} hasAssignee={false} />
        </Section>
        <Section part="ofMe" some={ofMe}>
          <RequestTable label={said.ofMe} requests={ofMe.rows} />
        </Section>
        <Section part="byMe" some={byMe}>
          <RequestTable label={said.byMe} requests={byMe.rows} />
        </Section>
        <Section part="reported" some={reported} help={{ to: '/new', text: said.newBug }}>
          <BugTable label={said.reported} bugs={reported.rows} />
        </Section>
        <Section part="changed" some={changed}>
          <BugTable label={said.changed} bugs={changed.rows} />
        </Section>
        <Section part="searches" some={searches} help={{ to: '/bugs?status=__open__', text: said.findBugs }}>
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
  const { dashboard: said } = useApp().texts
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{said[part]}</h2>
        <Link to={some.to}>{said.all(some.total)}</Link>
      </div>
      {some.total > 0 ? (
        children
      ) : (
        <p class="empty-section">
          <span>{said.none[part]}</span> {help && <Link to={help.to}>{help.text}</Link>}
        </p>
      )}
    </section>
  )
}

function Searches({ searches }: { readonly searches: readonly CountedSearch[] }) {
  const { dashboard: said } = useApp().texts
  return (
    <table class="things" aria-label={said.searches}>
      <TableHeader of={[said.search, said.bugs]} />
      <tbody>
        {searches.map(({ id, name, count }) => (
          <tr key={id}>
            <th scope="row">
              <SavedSearchLink name={name} />
            </th>
            <td data-label={said.bugs} class="number">
              {count === undefined ? '–' : <CountLink count={count} query={{ savedsearch: name }} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
