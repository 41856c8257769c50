// A list of bugs, with the filters that made it.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { FailureAlert } from '../../parts/alert.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { PageLinks } from '../../parts/page-links.js'
import { menuKeys } from '../../parts/menu-keys.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { place } from '../../parts/top-layer.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useKeys } from '../../state/keys.js'
import type { Texts } from '../../texts/index.js'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { Filters } from './filters.js'
import { usual } from './columns.js'
import { loadList, type ListData } from './load.js'
import { changed, listPath } from '../query/query.js'
import { useSelection, type Selection } from './selection.js'
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
const loadPreview = () => import('./preview-on-demand.js')

function List({ data, address: { query } }: ListProps) {
  const { who, texts } = useApp()
  const { bugs, failure } = data
  const mayChoose = who !== null
  const selection = useSelection(bugs, mayChoose)
  const more = useOnDemand(loadMore, selection.ids.size > 0)
  const chosen = bugs.filter(({ id }) => selection.ids.has(id))
  const previewed = usePreview(selection)
  const preview = useOnDemand(loadPreview, previewed.id !== undefined, previewed.close)
  return (
    <div class={previewed.id === undefined ? 'list-page' : 'list-page has-preview'}>
      <div class="list-head">
        <h1>{headingOf(texts, query)}</h1>
        {!failure && (
          <p role="status" class="count">
            {texts.bugs(data.total)}
          </p>
        )}
      </div>
      <div role="toolbar" aria-label={texts.list.filters} class="list-tools">
        <Filters query={query} data={data} />
        <ListActions data={data} query={query} />
      </div>
      <Remarks data={data} />
      {failure && <FailureAlert failure={failure} />}
      {!failure && bugs.length === 0 && <NoneFound />}
      {bugs.length > 0 && <ListTable data={data} selection={selection} mayChoose={mayChoose} />}
      {preview && previewed.id !== undefined && (
        <preview.BugPreview id={previewed.id} data={data} onClose={previewed.close} />
      )}
      {more && (
        <more.BulkEdit
          bugs={[...chosen, ...selection.others]}
          selection={selection}
          heading={texts.list.selected(chosen.length + selection.others.length)}
          firstKey={selection.firstKey}
          more={<more.SelectAll query={query} data={data} selection={selection} />}
        />
      )}
      <PageLinks {...data} shown={bugs.length} pathFrom={(from) => pathFrom(query, from)} />
    </div>
  )
}

/** Space shows the bug at the keys beside the list, until Space or Escape. */
function usePreview({ current }: Selection) {
  const isOpen = useSignal(false)
  const id = isOpen.value ? current : undefined
  const close = () => (isOpen.value = false)
  const toggle = () => (isOpen.value = !isOpen.value)
  useKeys(current === undefined ? {} : { ' ': toggle, ...(id !== undefined && { Escape: close }) })
  return { id, close }
}

interface PartProps {
  readonly data: ListData
  readonly query: URLSearchParams
}

/** How the list is shown and kept, and its other forms. */
function ListActions({ data, query }: PartProps) {
  const { texts, who, isLive } = useApp()
  const opened = useSignal<'display' | 'columns' | 'save' | undefined>(undefined)
  const more = useOnDemand(loadMore, opened.value !== undefined, () => (opened.value = undefined))
  const display = useRef<HTMLButtonElement>(null)
  const close = () => {
    opened.value = undefined
    display.current?.focus({ preventScroll: true })
  }
  // The dialog gives the focus back to what had it before, and the panel is gone by then.
  const openColumns = () => {
    close()
    opened.value = 'columns'
  }
  // A search shared by another user stays theirs: under another name, only they would find it.
  const maySave = who !== null && !query.has('sharer_id')
  return (
    <div class="list-actions">
      <button
        ref={display}
        type="button"
        class="quiet"
        aria-haspopup="dialog"
        aria-expanded={opened.value === 'display'}
        disabled={!isLive.value}
        onClick={() => (opened.value = opened.value === 'display' ? undefined : 'display')}
      >
        {texts.list.display}
        <Icon name="more" size={14} />
      </button>
      {maySave && (
        <button type="button" class="quiet" disabled={!isLive.value} onClick={() => (opened.value = 'save')}>
          {texts.list.saveSearch}
        </button>
      )}
      {!data.failure && <OtherForms data={data} query={query} />}
      {more && opened.value === 'display' && (
        <more.DisplayPanel data={data} anchor={display} onColumns={openColumns} onClose={close} />
      )}
      {more && opened.value === 'columns' && <more.ColumnsDialog data={data} onClose={close} />}
      {more && opened.value === 'save' && <more.SaveSearchDialog query={query} onClose={close} />}
    </div>
  )
}

/** The whole list for other programs and on other pages. The browser opens the menu, also without scripts. */
function OtherForms({ data, query }: PartProps) {
  const { texts, href } = useApp()
  const { more, csv, feed } = texts.list
  const button = useRef<HTMLButtonElement>(null)
  const item = { role: 'menuitem', tabIndex: -1 } as const
  return (
    <>
      <button ref={button} type="button" class="quiet" popovertarget="list-forms" aria-haspopup="menu">
        {more}
        <Icon name="more" size={14} />
      </button>
      <div
        id="list-forms"
        class="menu action-menu"
        popover="auto"
        role="menu"
        aria-label={more}
        onKeyDown={menuKeys.onKeyDown}
        onToggle={(event) => {
          if (button.current) place(event.currentTarget, button.current)
          menuKeys.onToggle(event)
        }}
      >
        <a {...item} href={href(`/bugs.csv?${tableQuery(query, data)}`)} download="bugs.csv">
          {csv}
        </a>
        <a {...item} href={href(`/bugs.atom?${query}`)} type="application/atom+xml">
          {feed}
        </a>
        <Link {...item} to={`/charts?${query}`}>
          {texts.list.charts}
        </Link>
        <Link {...item} to={`/board?${query}`}>
          {texts.list.board}
        </Link>
        <Link {...item} to={`/search?${query}`}>
          {texts.list.advanced}
        </Link>
      </div>
    </>
  )
}

/** The query of the table, which has the order of the list and, unless they are the default ones, its columns. */
function tableQuery(query: URLSearchParams, { order, columns }: ListData): URLSearchParams {
  const names = columns.map(({ name }) => name)
  const isUsual = String(names) === String(usual)
  return changed(query, {
    ...(order !== undefined && { order: [order] }),
    include_fields: isUsual ? [] : [['id', 'summary', ...names].join()],
  })
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
