// Flags that wait for somebody.
import type { Request } from '@trackerkit/client'
import { PersonField } from '../../parts/person-field.js'
import { PageLinks } from '../../parts/page-links.js'
import { RequestTable } from '../../parts/request-table.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { offsetIn, pageSize } from '../../page/offset.js'
import { Moved, type PageAddress } from '../../page/page.js'
import { requestsTexts } from '../../texts/english/requests.js'

interface RequestsData {
  readonly requests: readonly Request[]
  readonly total: number
  readonly asked: Asked
}

interface Asked {
  readonly requestee: string
  readonly setter: string
  readonly status: '?' | '+' | '-'
  readonly offset: number
}

function askedIn(query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name)?.trim() ?? ''
  const status = text('status')
  return {
    requestee: text('requestee'),
    setter: text('setter'),
    status: status === '+' || status === '-' ? status : '?',
    offset: offsetIn(query),
  }
}

function pathWith(asked: Asked): string {
  const { requestee, setter, status, offset } = asked
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
    const asked = askedIn(query)
    if (!who) throw new Moved(`/login?${new URLSearchParams({ return_to: pathWith(asked) })}`)
    const { requestee, setter, status, offset } = asked
    const found = await operations.requests.get({
      ...(requestee !== '' && { requestee }),
      ...(setter !== '' && { setter }),
      status,
      limit: pageSize,
      offset,
    })
    return { requests: found.requests, total: found.total_matches, asked }
  },
  title: (_, texts) => texts.requests.title,
  View: RequestsPage,
})

function RequestsPage({ data }: { readonly data: RequestsData; readonly address: PageAddress }) {
  const { requests: labels } = useApp().texts
  const { requests: shown, total, asked } = data
  return (
    <div class="list-page">
      <div class="list-head">
        <h1>{labels.title}</h1>
        <p role="status" class="count">
          {labels.count(total)}
        </p>
      </div>
      <Filters key={pathWith(asked)} asked={asked} />
      {shown.length === 0 ? (
        <p class="nothing">{labels.none}</p>
      ) : (
        <RequestTable label={labels.title} requests={shown} />
      )}
      <PageLinks
        offset={asked.offset}
        shown={shown.length}
        limit={pageSize}
        total={total}
        pathFrom={(offset) => pathWith({ ...asked, offset })}
      />
    </div>
  )
}

function Filters({ asked }: { readonly asked: Asked }) {
  const app = useApp()
  const { requests: labels } = app.texts
  const change = (more: Partial<Asked>) => void app.go(pathWith({ ...askedIn(app.query()), offset: 0, ...more }))
  return (
    <div class="filters">
      <div class={`filter ${asked.requestee === '' ? '' : 'is-set'}`}>
        <span class="label">{labels.of}</span>
        <PersonField label={labels.of} value={asked.requestee} onChoose={(requestee) => change({ requestee })} />
      </div>
      <div class={`filter ${asked.setter === '' ? '' : 'is-set'}`}>
        <span class="label">{labels.by}</span>
        <PersonField label={labels.by} value={asked.setter} onChoose={(setter) => change({ setter })} />
      </div>
      <div class="filter">
        <label for="request-status">{labels.status}</label>
        <select
          id="request-status"
          value={asked.status}
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
