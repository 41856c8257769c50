// Pending flag requests.
import type { Request } from '@trackerkit/client'
import { PersonChoice } from '../../parts/person-choice.js'
import { PageLinks } from '../../parts/page-links.js'
import { RequestTable } from '../../parts/request-table.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { offsetIn, pageSize } from '../../page/offset.js'
import { LogInFirst, type PageAddress } from '../../page/page.js'
import { requestsTexts } from '../../texts/english/requests.js'

interface RequestsData {
  readonly requests: readonly Request[]
  readonly total: number
  readonly filter: RequestFilter
}

interface RequestFilter {
  readonly requestee: string
  readonly setter: string
  readonly status: '?' | '+' | '-'
  readonly offset: number
}

function filterIn(query: URLSearchParams): RequestFilter {
  const text = (name: string) => query.get(name)?.trim() ?? ''
  const status = text('status')
  return {
    requestee: text('requestee'),
    setter: text('setter'),
    status: status === '+' || status === '-' ? status : '?',
    offset: offsetIn(query),
  }
}

function pathWith(filter: RequestFilter): string {
  const { requestee, setter, status, offset } = filter
  const query = new URLSearchParams({
    ...(requestee !== '' && { requestee }),
    ...(setter !== '' && { setter }),
    ...(status !== '?' && { status }),
    ...(offset > 0 && { offset: String(offset) }),
  })
  return query.size === 0 ? '/requests' : `/requests?${query}`
}

export const requests = definePage<RequestsData>({
  texts: { requests: requestsTexts },
  async load(operations, { query, who }) {
    const filter = filterIn(query)
    if (!who) throw new LogInFirst()
    const { requestee, setter, status, offset } = filter
    const answer = await operations.requests.get({
      ...(requestee !== '' && { requestee }),
      ...(setter !== '' && { setter }),
      status,
      limit: pageSize,
      offset,
    })
    return { requests: answer.requests, total: answer.total_matches, filter }
  },
  title: (_, texts) => texts.requests.title,
  View: RequestsPage,
})

function RequestsPage({ data }: { readonly data: RequestsData; readonly address: PageAddress }) {
  const { requests: labels } = useApp().texts
  const { requests: shown, total, filter } = data
  return (
    <div class="list-page">
      <div class="list-head">
        <h1>{labels.title}</h1>
        <p role="status" class="count">
          {labels.count(total)}
        </p>
      </div>
      <Filters key={pathWith(filter)} filter={filter} />
      {shown.length === 0 ? (
        <p class="nothing">{labels.none}</p>
      ) : (
        <RequestTable label={labels.title} requests={shown} />
      )}
      <PageLinks
        offset={filter.offset}
        shown={shown.length}
        limit={pageSize}
        total={total}
        pathFrom={(offset) => pathWith({ ...filter, offset })}
      />
    </div>
  )
}

function Filters({ filter }: { readonly filter: RequestFilter }) {
  const app = useApp()
  const { requests: labels } = app.texts
  const change = (more: Partial<RequestFilter>) =>
    void app.go(pathWith({ ...filterIn(app.query()), offset: 0, ...more }))
  return (
    <div class="filters">
      <div class={`filter ${filter.requestee === '' ? '' : 'is-set'}`}>
        <span class="label">{labels.of}</span>
        <PersonChoice
          label={labels.of}
          value={filter.requestee}
          empty={labels.anyone}
          onChoose={(requestee) => change({ requestee })}
        />
      </div>
      <div class={`filter ${filter.setter === '' ? '' : 'is-set'}`}>
        <span class="label">{labels.by}</span>
        <PersonChoice
          label={labels.by}
          value={filter.setter}
          empty={labels.anyone}
          onChoose={(setter) => change({ setter })}
        />
      </div>
      <div class="filter">
        <label for="request-status">{labels.status}</label>
        <select
          id="request-status"
          value={filter.status}
          onChange={({ currentTarget: { value } }) => change({ status: value === '+' || value === '-' ? value : '?' })}
        >
          {(['?', '+', '-'] as const).map((status) => (
            <option key={status} value={status}>
              {labels.statuses[status]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
