// Received email and events of git hosts, with their outcomes.
import type { InboundItem } from '@trackerkit/client'
import { Alert } from '../../parts/alert.js'
import { ChoiceField } from '../../parts/choice-field.js'
import { Link } from '../../parts/link.js'
import { NoRows } from '../../parts/no-rows.js'
import { TableHeader } from '../../parts/table-header.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { definePage } from '../../page/define.js'
import { offsetIn, pageSize } from '../../page/offset.js'
import { pathFrom } from '../../page/part.js'
import { pathOf, type PageAddress } from '../../page/page.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { adminTexts } from '../../texts/english/admin.js'
import { Frame } from './frame.js'
import { requireRight } from './sections.js'

interface InboundData {
  readonly items: readonly InboundItem[]
  readonly offset: number
  readonly hasMore: boolean
}

const { ways, outcomes } = adminTexts.inbound

/** A filter with a value that does not exist is none. */
function chosen<T extends string>(query: URLSearchParams, name: string, of: Readonly<Record<T, string>>) {
  const value = query.get(name) ?? ''
  return Object.hasOwn(of, value) ? (value as T) : undefined
}

export const inbound = definePage<InboundData>({
  texts: { admin: adminTexts },
  load: async (operations, address) => {
    requireRight(address, 'admin')
    const { query } = address
    const [way, outcome, offset] = [chosen(query, 'way', ways), chosen(query, 'outcome', outcomes), offsetIn(query)]
    const filter = { ...(way && { way: [way] }), ...(outcome && { outcome: [outcome] }) }
    const { items, limit } = await operations.inbound.list({ ...filter, limit: pageSize, offset })
    return { items, offset, hasMore: limit !== undefined }
  },
  title: (_, texts) => texts.admin.pages.inbound.name,
  View: ({ data: { items, offset, hasMore }, address: { path, query } }) => {
    const { admin } = useApp().texts
    const from = (at: number) => pathFrom(path, query, at)
    const toHeld = (
      <Link class="button" to="/held">
        {admin.held.title}
      </Link>
    )
    return (
      <Frame heading={admin.pages.inbound.name} action={toHeld}>
        <div class="filters">
          <Filter name="way" label={admin.inbound.way} texts={admin.inbound.ways} query={query} />
          <Filter name="outcome" label={admin.inbound.outcome} texts={admin.inbound.outcomes} query={query} />
        </div>
        <Items items={items} isFiltered={Boolean(chosen(query, 'way', ways) ?? chosen(query, 'outcome', outcomes))} />
        <p class="ways">
          {offset > 0 && <Link to={from(Math.max(0, offset - pageSize))}>{admin.newer}</Link>}
          {hasMore && <Link to={from(offset + pageSize)}>{admin.older}</Link>}
        </p>
      </Frame>
    )
  },
})

const path = '/admin/inbound'

interface FilterProps {
  readonly name: string
  readonly label: string
  readonly texts: Readonly<Record<string, string>>
  readonly query: PageAddress['query']
}

function Filter({ name, label, texts, query }: FilterProps) {
  const app = useApp()
  const choose = (value: string) => {
    // The other filter may have been chosen a moment ago.
    const next = app.ahead()
    const shown = next?.path === path ? next.query : query
    const rest = [...shown].filter(([key]) => key !== name && key !== 'offset')
    const filter = new URLSearchParams(value === '' ? rest : [...rest, [name, value]])
    void app.go(filter.size === 0 ? path : `${path}?${filter}`, { replace: true })
  }
  const id = `inbound-${name}`
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <ChoiceField
        id={id}
        label={label}
        value={chosen(query, name, texts) ?? ''}
        options={Object.keys(texts)}
        empty={app.texts.admin.inbound.all}
        textOf={(one) => texts[one] ?? one}
        onChoose={choose}
      />
    </div>
  )
}

function Items({ items, isFiltered }: Pick<InboundData, 'items'> & { readonly isFiltered: boolean }) {
  const { operations, texts, isLive } = useApp()
  const labels = texts.admin.inbound
  const { run, isBusy, refusal } = useWrite()
  const retry = (id: number) => run(() => operations.inbound.retry({ ids: [id] }), labels.triedAgain(id))
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={texts.admin.pages.inbound.name}>
        <TableHeader
          of={[labels.time, labels.way, labels.source, labels.sender, labels.outcome, labels.reason, labels.bugs]}
          hasButtons
        />
        <tbody>
          {items.length === 0 && <NoRows columns={8} text={isFiltered ? texts.admin.noneFound : labels.none} />}
          {items.map(({ id, time, way, source, sender, user, outcome, reason, bugs }) => (
            <tr key={id}>
              <th scope="row">
                <Time at={time} />
              </th>
              <td data-label={labels.way}>{labels.ways[way]}</td>
              <td data-label={labels.source}>{visible(source)}</td>
              <td data-label={labels.sender}>
                <bdi>{visible(sender || (user ?? ''))}</bdi>
              </td>
              <td data-label={labels.outcome}>{labels.outcomes[outcome]}</td>
              <td data-label={labels.reason}>{reason}</td>
              <td data-label={labels.bugs}>
                {bugs.map((bug) => (
                  <span key={bug}>
                    <Link to={pathOf('bug', bug)}>{bug}</Link>{' '}
                  </span>
                ))}
              </td>
              <td>
                {outcome === 'failed' && (
                  <button type="button" disabled={!isLive.value || isBusy} onClick={() => void retry(id)}>
                    {labels.again(id)}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
