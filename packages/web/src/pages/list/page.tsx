// A list of bugs, with the filters that made it.
import { useSignal, type Signal } from '@preact/signals'
import { FailureAlert } from '../../parts/failure-alert.js'
import { Link } from '../../parts/link.js'
import { PageLinks } from '../../parts/page-links.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { ActiveFilters, Filters } from './filters.js'
import { loadList, type ListData } from './load.js'
import { listPath } from './query.js'
import { useSelection } from './selection.js'
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

const loadMore = () => import('./on-demand.js')

function List({ data, address: { query } }: ListProps) {
  const { who } = useApp()
  const { bugs, values, fields, failure } = data
  const mayChoose = who !== null
  const selection = useSelection(bugs, mayChoose)
  const more = useOnDemand(loadMore, selection.ids.size > 0)
  const isUnfolded = useSignal(false)
  const chosen = bugs.filter(({ id }) => selection.ids.has(id))
  return (
    <div class="list-page">
      <ListHead data={data} query={query} isUnfolded={isUnfolded} />
      <Filters key={String(query)} query={query} values={values} fields={fields} isUnfolded={isUnfolded.value} />
      <ActiveFilters query={query} fields={fields} />
      <Remarks data={data} />
      {failure && <FailureAlert failure={failure} />}
      {!failure && bugs.length === 0 && <NoneFound />}
      {more && chosen.length > 0 && <more.BulkEdit bugs={chosen} selection={selection} />}
      {bugs.length > 0 && <ListTable data={data} selection={selection} mayChoose={mayChoose} />}
      <PageLinks {...data} shown={bugs.length} pathFrom={(from) => pathFrom(query, from)} />
    </div>
  )
}

interface PartProps {
  readonly data: ListData
  readonly query: URLSearchParams
}

/** The name of the list, how many bugs it has, and what can be done with it. */
function ListHead({ data, query, isUnfolded }: PartProps & { readonly isUnfolded: Signal<boolean> }) {
  const { texts, who, isLive } = useApp()
  const { columns, saveSearch, filters } = texts.list
  const opened = useSignal<'columns' | 'save' | undefined>(undefined)
  const more = useOnDemand(loadMore, opened.value !== undefined)
  const close = () => (opened.value = undefined)
  // A search shared by another user stays theirs: under another name, only they would find it.
  const maySave = who !== null && !query.has('sharer_id')
  return (
    <div class="list-head">
      <h1>{headingOf(texts, query)}</h1>
      {!data.failure && (
        <p role="status" class="count">
          {texts.bugs(data.total)}
        </p>
      )}
      <div class="list-actions">
        {!data.failure && <OtherForms query={query} />}
        <button
          type="button"
          class="unfold-filters"
          aria-expanded={isUnfolded.value}
          aria-controls="filters"
          onClick={() => (isUnfolded.value = !isUnfolded.value)}
        >
          {filters}
        </button>
        {maySave && (
          <button type="button" disabled={!isLive.value} onClick={() => (opened.value = 'save')}>
            {saveSearch}
          </button>
        )}
        <button type="button" disabled={!isLive.value} onClick={() => (opened.value = 'columns')}>
          {columns}
        </button>
      </div>
      {more && opened.value === 'columns' && <more.ColumnsDialog data={data} onClose={close} />}
      {more && opened.value === 'save' && <more.SaveSearchDialog query={query} onClose={close} />}
    </div>
  )
}

/** The whole list for other programs: a table, a feed of what changes, and numbers. */
function OtherForms({ query }: { readonly query: URLSearchParams }) {
  const { texts, href } = useApp()
  const { forms, csv, feed } = texts.list
  return (
    <nav class="list-forms" aria-label={forms}>
      <a href={href(`/bugs.csv?${query}`)} download="bugs.csv">
        {csv}
      </a>
      <a href={href(`/bugs.atom?${query}`)} type="application/atom+xml">
        {feed}
      </a>
      <Link to={`/charts?${query}`}>{texts.list.charts}</Link>
      <Link to={`/board?${query}`}>{texts.list.board}</Link>
      <Link to={`/search?${query}`}>{texts.list.advanced}</Link>
    </nav>
  )
}

/** Ignored criteria, and changes to the listed bugs since. */
function Remarks({ data: { ignored } }: { readonly data: ListData }) {
  const { texts, news, reload } = useApp()
  const labels = texts.list
  const count = news.value.changed.size
  return (
    <>
      {ignored.length > 0 && (
        <p role="status" class="remark">
          {labels.ignored(visible(ignored.join(', ')))}
        </p>
      )}
      <div class={count > 0 ? 'remark list-news' : 'list-news'}>
        <span role="status">{count > 0 && labels.news.changed(count)}</span>
        {count > 0 && (
          <button type="button" onClick={() => void reload()}>
            {labels.news.refresh}
          </button>
        )}
      </div>
    </>
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

/** The path of the same list from another place on. */
function pathFrom(query: URLSearchParams, from: number): string {
  const moved = new URLSearchParams(query)
  if (from === 0) moved.delete('offset')
  else moved.set('offset', String(from))
  return listPath(moved)
}
