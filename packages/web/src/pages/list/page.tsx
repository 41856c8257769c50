// A list of bugs, with the filters that made it.
import { useSignal } from '@preact/signals'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { definePage } from '../define.js'
import type { PageAddress } from '../page.js'
import { ActiveFilters, Filters } from './filters.js'
import { loadList, type ListData } from './load.js'
import { listPath } from './query.js'
import { ListTable } from './table.js'

export const list = definePage<ListData>({
  load: loadList,
  title: ({ total }, texts, { query }) => texts.list.title(headingOf(texts, query), texts.number(total)),
  status: ({ failure }) => failure?.status ?? 200,
  View: List,
})

/** The name of the saved search that made the list, if one did. */
function headingOf(texts: Texts, query: URLSearchParams): string {
  return visible(query.get('savedsearch') ?? texts.list.heading)
}

interface ListProps {
  readonly data: ListData
  readonly address: PageAddress
}

function List({ data, address: { query } }: ListProps) {
  const { texts, who } = useApp()
  const { bugs, total, columns, values, ignored, failure } = data
  const selected = useSignal<ReadonlySet<number>>(new Set())
  return (
    <div class="list-page">
      <div class="list-head">
        <h1>{headingOf(texts, query)}</h1>
        {!failure && (
          <p role="status" class="count">
            {texts.bugs(total)}
          </p>
        )}
      </div>
      <Filters key={String(query)} query={query} values={values} />
      <ActiveFilters query={query} />
      {ignored.length > 0 && (
        <p role="status" class="remark">
          {texts.list.ignored(visible(ignored.join(', ')))}
        </p>
      )}
      {failure && <Refused message={failure.message} />}
      {!failure && bugs.length === 0 && <NoneFound />}
      {bugs.length > 0 && (
        <ListTable query={query} bugs={bugs} columns={columns} selected={who ? selected : undefined} />
      )}
      <Pages data={data} query={query} />
    </div>
  )
}

function Refused({ message }: { readonly message: string }) {
  const { texts, reload } = useApp()
  return (
    <div role="alert" class="alert">
      <p>{visible(message)}</p>
      <button type="button" onClick={() => void reload()}>
        {texts.error.again}
      </button>
    </div>
  )
}

function NoneFound() {
  const { texts } = useApp()
  return (
    <div class="empty">
      <h2>{texts.list.none}</h2>
      <p>{texts.list.noneYet}</p>
      <Link to="/bugs?status=__all__">{texts.list.showAll}</Link>
    </div>
  )
}

function Pages({ data, query }: { readonly data: ListData; readonly query: URLSearchParams }) {
  const { texts } = useApp()
  const { offset, limit, total, bugs } = data
  if (offset === 0 && offset + bugs.length >= total) return null
  const at = (from: number) => {
    const moved = new URLSearchParams(query)
    if (from <= 0) moved.delete('offset')
    else moved.set('offset', String(from))
    return listPath(moved)
  }
  const { number, list: said } = texts
  return (
    <nav class="pages" aria-label={said.pages}>
      {offset > 0 && <Link to={at(offset - limit)}>{said.previous}</Link>}
      <span>{said.range(number(Math.min(offset + 1, total)), number(offset + bugs.length), number(total))}</span>
      {offset + bugs.length < total && <Link to={at(offset + limit)}>{said.next}</Link>}
    </nav>
  )
}
