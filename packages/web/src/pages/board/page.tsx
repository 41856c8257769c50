// The bugs of a list on a board.
import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { useEffect } from 'preact/hooks'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { Alert, FailureAlert } from '../../parts/alert.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import { useApp } from '../../state/app.js'
import { useKeys } from '../../state/keys.js'
import { boardTexts } from '../../texts/english/board.js'
import { ranksOf } from './card.js'
import { BoardColumn } from './column.js'
import { BoardHead } from './head.js'
import { loadBoard, queryOfList, type BoardData } from './load.js'
import { MoveDialog } from './move-dialog.js'
import { useMoves, type Dragged } from './moves.js'

export const board = definePage<BoardData>({
  texts: { board: boardTexts },
  load: loadBoard,
  title: (_, texts, { query }) => visible(query.get('savedsearch') ?? texts.board.title),
  status: ({ failure }) => failure?.status ?? 200,
  View: Board,
})

interface BoardProps {
  readonly data: BoardData
  readonly address: PageAddress
}

function Board({ data, address }: BoardProps) {
  const { texts, who } = useApp()
  const labels = texts.board
  const dragged = useSignal<Dragged | undefined>(undefined)
  const moves = useMoves(data)
  useLive(() => dragged.value === undefined && moves.pending.value === undefined)
  useSteps()
  useFirstWithBugs()
  const list = queryOfList(address.query)
  const { pending, refusal } = moves
  const ranks = ranksOf(data.metadata)
  return (
    <div class="list-page board-page">
      <BoardHead data={data} address={address} />
      {refusal.value !== undefined && <Alert message={refusal.value} />}
      {data.failure && <FailureAlert failure={data.failure} />}
      {who && <WithoutScripts />}
      <div
        class={data.rows.length > 0 ? 'board has-rows' : 'board'}
        role="group"
        aria-label={labels.title}
        tabIndex={0}
      >
        {data.columns.map((column) => (
          <BoardColumn
            key={column.value}
            board={data}
            column={column}
            ranks={ranks}
            moves={moves}
            dragged={dragged}
            mayMove={who !== null}
          />
        ))}
        {data.more.columns > 0 && (
          <Link to={`/bugs?${list}`} class="board-others">
            {labels.others(data.more.columns)}
          </Link>
        )}
      </div>
      {data.more.rows > 0 && (
        <p>
          <Link to={`/bugs?${list}`}>{labels.otherRows(data.more.rows)}</Link>
        </p>
      )}
      {pending.value && (
        <MoveDialog
          pending={pending.value}
          metadata={data.metadata}
          moves={moves}
          onClose={() => (pending.value = undefined)}
        />
      )}
    </div>
  )
}

/** Milliseconds. */
const pause = 10_000

/** Shows changes by others, but never under the pointer of someone who moves a card. */
function useLive(mayChange: () => boolean): void {
  const app = useApp()
  useEffect(() => {
    let since = 'now'
    let isGone = false
    const changesSince = (from: string) =>
      app.operations.changes.get({ since: from, limit: 1, include_fields: ['type'] })
    const look = async () => {
      if (document.hidden || !mayChange() || document.querySelector('.board-page :is([role=menu], .choice-panel)'))
        return
      try {
        const { changes, more, next } = await changesSince(since)
        const isChanged = isGone || more || changes.length > 0
        // Set before the board is loaded: the next look finds changes made during the load.
        since = more ? (await changesSince('now')).next : next
        isGone = false
        if (isChanged) await app.reload({ isQuiet: true })
      } catch (error) {
        if (isTrackerError(error, 'changes_gone')) [since, isGone] = ['now', true]
      }
    }
    const timer = setInterval(() => void look(), pause)
    void look()
    return () => clearInterval(timer)
  }, [])
}

/** Where one column is shown at a time, begins with the first that has bugs. */
function useFirstWithBugs(): void {
  useEffect(() => {
    const column = document.querySelector<HTMLElement>('.board-column:has(.board-card)')
    const all = column?.parentElement
    if (column && all && all.clientWidth < 2 * column.clientWidth) all.scrollLeft = column.offsetLeft - all.offsetLeft
  }, [])
}

/** Keys that go from card to card, and open the menu of the current one. */
function useSteps(): void {
  const cards = () => [...document.querySelectorAll<HTMLElement>('.board-card > a')]
  const step = (by: number) => () => {
    const all = cards()
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  const aside = (by: number) => () => {
    const columns = [...document.querySelectorAll('.board-column')]
    const at = columns.findIndex((column) => column.contains(document.activeElement))
    for (let next = at + by; next >= 0 && next < columns.length; next += by) {
      const card = columns[next]?.querySelector<HTMLElement>('.board-card > a')
      if (card) return card.focus()
    }
  }
  const open = () =>
    document.activeElement?.closest('.board-card')?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
  useKeys({ j: step(1), k: step(-1), h: aside(-1), l: aside(1), m: open })
}
