// One column of the board, which takes cards.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { BoardCard, type CardProps } from './card.js'
import type { BoardData, Card, Cell, Column } from './load.js'
import type { Dragged, Moves } from './moves.js'
import { nameOf } from './name-of.js'

interface BoardColumnProps extends CardProps {
  readonly board: Pick<BoardData, 'rowsBy' | 'rows'>
  readonly column: Column
  /** Undefined for columns that are never folded. */
  readonly isFolded: boolean | undefined
  readonly onFold: (isFolded: boolean) => void
}

export function BoardColumn({ board, column, isFolded, onFold, ...shared }: BoardColumnProps) {
  const { texts, isLive } = useApp()
  const { moves, dragged, nameOfColumn } = shared
  const titleId = useId()
  const isOver = useSignal(false)
  const { value, count } = column
  const name = nameOfColumn(column)
  const now = dragged.value
  const target = now?.targets?.find((one) => one.value === value)
  const takes = now !== undefined && now.card.column !== value && target?.refused === undefined
  const isRefused = target?.refused !== undefined
  const state = [takes && isOver.value && 'is-over', isRefused && 'is-refused', isFolded === true && 'is-folded']
  return (
    <section
      aria-labelledby={titleId}
      class={['board-column', ...state].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        dragged.value = undefined
        if (now && takes) void drop(moves, now, value)
      }}
    >
      <div class="board-head">
        <h2 id={titleId}>
          {isFolded === undefined || !isLive.value ? (
            <bdi>{name}</bdi>
          ) : (
            <button type="button" class="board-fold" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
              <Icon name={isFolded ? 'forward' : 'more'} />
              <bdi>{name}</bdi>
            </button>
          )}
        </h2>
        <span class="count">{texts.bugs(count)}</span>
        {isRefused && <p class="quiet-text">{target.refused}</p>}
      </div>
      <ColumnCells {...shared} board={board} column={column} name={name} />
    </section>
  )
}

interface ColumnCellsProps extends CardProps {
  readonly board: Pick<BoardData, 'rowsBy' | 'rows'>
  readonly column: Column
  readonly name: string
}

function ColumnCells({ board, column: { cells }, name, ...shared }: ColumnCellsProps) {
  const { texts } = useApp()
  if (board.rows.length === 0) return <CellCards {...shared} cell={cells[0]} name={name} />
  const cellOf = (row: BoardData['rows'][number]) => {
    const cell = cells.find((one) => one.row?.value === row.value)
    const rowName = nameOf(texts, board.rowsBy, row)
    return (
      <div key={row.value} class="board-cell">
        {cell && (
          <h3 class="quiet-text">
            <bdi>{rowName}</bdi>
          </h3>
        )}
        {cell && <CellCards {...shared} cell={cell} name={`${name}: ${rowName}`} />}
      </div>
    )
  }
  return <>{board.rows.map(cellOf)}</>
}

interface CellCardsProps extends CardProps {
  readonly cell: Cell | undefined
  readonly name: string
}

function CellCards({ cell, name, ...shared }: CellCardsProps) {
  const { texts } = useApp()
  const { count = 0, cards = [] as readonly Card[], to = '' } = cell ?? {}
  return (
    <>
      <ul aria-label={name}>
        {cards.map((card) => (
          <BoardCard key={card.id} card={card} {...shared} />
        ))}
      </ul>
      {count > cards.length && <Link to={to}>{texts.others(texts.number(count - cards.length))}</Link>}
    </>
  )
}

/** A card can be dropped before the tracker has named the columns that take it. */
async function drop(moves: Moves, { card, targets }: Dragged, value: string): Promise<void> {
  const target = (targets ?? (await moves.targetsOf(card))).find((one) => one.value === value)
  if (target) await moves.move(card, target)
}
