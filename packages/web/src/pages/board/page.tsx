// The bugs of a list on a board.
import { useSignal } from '@preact/signals'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { Alert, FailureAlert } from '../../parts/alert.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import { useApp } from '../../state/app.js'
import { boardTexts } from '../../texts/english/board.js'
import { ranksOf } from './card.js'
import { ConflictDialog } from '../../fields/conflict-dialog.js'
import { conflictTexts } from '../../texts/english/conflict.js'
import { BoardColumn } from './column.js'
import { BoardHead } from './head.js'
import { loadBoard, queryOfList, type BoardData, type Column } from './load.js'
import { useHeld } from './held.js'
import { useLive, useSteady } from './live.js'
import { MoveDialog } from './move-dialog.js'
import { useMoves, type Dragged } from './moves.js'
import { nameOf } from './name-of.js'
import { useFirstWithBugs, useSteps } from './steps.js'

export const board = definePage<BoardData>({
  texts: { board: boardTexts, conflict: conflictTexts },
  load: loadBoard,
  title: (_, texts, { query }) => visible(query.get('savedsearch') ?? texts.board.title),
  status: ({ failure }) => failure?.status ?? 200,
  View: Board,
})

interface BoardProps {
  readonly data: BoardData
  readonly address: PageAddress
}

function Board({ data: latest, address }: BoardProps) {
  const { texts, who } = useApp()
  const labels = texts.board
  const dragged = useSignal<Dragged | undefined>(undefined)
  const data = useSteady(latest, dragged.value !== undefined)
  const moves = useMoves(data)
  const { pending, refusal, question, moving } = moves
  const places = moving.value.map(({ card, target }) => ({ id: card.id, column: target.value, at: 0 }))
  const held = useHeld(data.columns, places)
  const folds = useFolds(data.columns)
  useLive()
  useSteps()
  useFirstWithBugs()
  const list = queryOfList(address.query)
  const nameOfColumn = (column: Column) => nameOf(texts, data.by, column)
  const shared = { ranks: ranksOf(data.metadata), moves, dragged, mayMove: who !== null, held, nameOfColumn }
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
        {held.columns.map((column) => (
          <BoardColumn key={column.value} board={data} column={column} {...folds(column)} {...shared} />
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
      {question.value && <ConflictDialog metadata={data.metadata} question={question.value} />}
    </div>
  )
}

/** Closed columns are folded where open ones have bugs, until the user unfolds them. */
function useFolds(columns: readonly Column[]) {
  const chosen = useSignal<ReadonlyMap<string, boolean>>(new Map())
  const isSecondary = columns.some(({ isClosed, count }) => !isClosed && count > 0)
  return ({ value, isClosed }: Column) => ({
    isFolded: isClosed ? (chosen.value.get(value) ?? isSecondary) : undefined,
    onFold: (isFolded: boolean) => (chosen.value = new Map([...chosen.value, [value, isFolded]])),
  })
}
