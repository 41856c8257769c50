// One column of the board, which takes cards.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { wordsOfValue } from '../../page/value-words.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { BoardCard, type CardProps } from './card.js'
import type { BoardData, Card, Cell, Column } from './load.js'
import type { Dragged, Moves } from './moves.js'

interface BoardColumnProps extends CardProps {
  readonly board: Pick<BoardData, 'by' | 'rowsBy' | 'rows'>
  readonly column: Column
}

export function BoardColumn({ board, column, ...shared }: BoardColumnProps) {
  const { texts } = useApp()
  const { moves, dragged } = shared
  const titleId = useId()
  const isOver = useSignal(false)
  const { value, count, cells } = column
  const name = nameOf(texts, board.by, column)
  const now = dragged.value
  const target = now?.targets?.find((one) => one.value === value)
  const isHome = now !== undefined && cells.some(({ cards }) => cards.some(({ id }) => id === now.card.id))
  const takes = now !== undefined && !isHome && target?.refused === undefined
  const state = [takes && isOver.value && 'is-over', target?.refused !== undefined && 'is-refused']
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
          <bdi>{name}</bdi>
        </h2>
        <span class="count">{texts.bugs(count)}</span>
        {target?.refused !== undefined && <p class="quiet-text">{target.refused}</p>}
      </div>
      {board.rows.length === 0 ? (
        <CellCards {...shared} cell={cells[0]} column={value} name={name} />
      ) : (
        board.rows.map((row) => {
          const cell = cells.find((one) => one.row?.value === row.value)
          const rowName = nameOf(texts, board.rowsBy, row)
          return (
            <div key={row.value} class="board-cell">
              {cell && (
                <h3 class="quiet-text">
                  <bdi>{rowName}</bdi>
                </h3>
              )}
              {cell && <CellCards {...shared} cell={cell} column={value} name={`${name}: ${rowName}`} />}
            </div>
          )
        })
      )}
    </section>
  )
}

interface CellCardsProps extends CardProps {
  readonly cell: Cell | undefined
  /** The value of the column. */
  readonly column: string
  readonly name: string
}

function CellCards({ cell, column, name, ...shared }: CellCardsProps) {
  const { texts } = useApp()
  const { count = 0, cards = [] as readonly Card[], to = '' } = cell ?? {}
  return (
    <>
      <ul aria-label={name}>
        {cards.map((card) => (
          <BoardCard key={card.id} card={card} value={column} {...shared} />
        ))}
      </ul>
      {count > cards.length && <Link to={to}>{texts.others(texts.number(count - cards.length))}</Link>}
    </>
  )
}

function nameOf(texts: Texts, field: string, { value, name }: { readonly value: string; readonly name: string }) {
  return visible(value === '' ? texts.board.none : wordsOfValue(texts, field, name))
}

/** A card can be dropped before the tracker has named the columns that take it. */
async function drop(moves: Moves, { card, targets }: Dragged, value: string): Promise<void> {
  const target = (targets ?? (await moves.targetsOf(card))).find((one) => one.value === value)
  if (target) await moves.move(card, target)
}
