// One column of the board, which takes cards.
import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { pathOf } from '../../page/page.js'
import { wordsOfValue } from '../../page/value-words.js'
import { nameOf } from '../../page/who.js'
import { Link } from '../../parts/link.js'
import { Rank, rankOf } from '../../parts/rank-icon.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Card, Column } from './load.js'
import { MoveMenu } from './move-menu.js'
import type { Dragged, Moves } from './moves.js'

/** The positions of values, from the most urgent. */
export type Ranks = Readonly<Record<'priority' | 'severity', (value: string) => number>>

export function ranksOf({ fields }: Pick<ServerMetadataAnswer, 'fields'>): Ranks {
  const rank = (name: string) => {
    const field = fields.find(({ name_in_bugs }) => name_in_bugs === name)
    return field ? rankOf(field) : () => -1
  }
  return { priority: rank('priority'), severity: rank('severity') }
}

interface BoardColumnProps {
  /** The field of the columns. */
  readonly by: string
  readonly column: Column
  readonly ranks: Ranks
  readonly moves: Moves
  readonly dragged: Signal<Dragged | undefined>
  readonly mayMove: boolean
}

export function BoardColumn({ by, column, ranks, moves, dragged, mayMove }: BoardColumnProps) {
  const { texts } = useApp()
  const labels = texts.board
  const titleId = useId()
  const isOver = useSignal(false)
  const { value, count, cards, to } = column
  const name = visible(value === '' ? labels.none : wordsOfValue(texts, by, value))
  const now = dragged.value
  const target = now?.targets?.find((one) => one.value === value)
  const isHome = now !== undefined && cards.some(({ id }) => id === now.card.id)
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
      </div>
      {target?.refused !== undefined && <p class="quiet-text">{target.refused}</p>}
      <ul aria-label={name}>
        {cards.map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            ranks={ranks}
            moves={moves}
            dragged={dragged}
            mayMove={mayMove}
            value={value}
          />
        ))}
      </ul>
      {count > cards.length && <Link to={to}>{texts.others(texts.number(count - cards.length))}</Link>}
    </section>
  )
}

/** A card can be dropped before the tracker has named the columns that take it. */
async function drop(moves: Moves, { card, targets }: Dragged, value: string): Promise<void> {
  const target = (targets ?? (await moves.targetsOf(card))).find((one) => one.value === value)
  if (target) await moves.move(card, target)
}

/** Into the next column that takes the card. */
async function moveAside(moves: Moves, card: Card, value: string, by: number): Promise<void> {
  const targets = await moves.targetsOf(card)
  const at = targets.findIndex((one) => one.value === value)
  const beside = by < 0 ? targets.slice(0, Math.max(at, 0)).toReversed() : targets.slice(at + 1)
  const target = beside.find(({ refused }) => refused === undefined)
  if (target) await moves.move(card, target)
}

interface BoardCardProps extends Omit<BoardColumnProps, 'by' | 'column'> {
  readonly card: Card
  readonly value: string
}

function BoardCard({ card, ranks, moves, dragged, mayMove, value }: BoardCardProps) {
  const { isLive } = useApp()
  const { id, summary, priority, severity, assigned_to_detail: assignee } = card
  const isDragged = dragged.value?.card.id === id
  const grab = () => {
    dragged.value = { card }
    void moves.targetsOf(card).then((targets) => {
      if (dragged.value?.card.id === id) dragged.value = { card, targets }
    })
  }
  return (
    <li
      class={isDragged ? 'board-card is-dragged' : 'board-card'}
      draggable={mayMove && isLive.value}
      onKeyDown={(event) => {
        const by = event.shiftKey && mayMove ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined
        if (by === undefined) return
        event.preventDefault()
        void moveAside(moves, card, value, by)
      }}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', String(id))
        // The browser takes the picture of the card first.
        setTimeout(grab)
      }}
      onDragEnd={() => (dragged.value = undefined)}
    >
      <Link to={pathOf('bug', id)} draggable={false}>
        <bdi>{visible(summary)}</bdi>
      </Link>
      <p class="quiet-text">
        <span class="number">{id}</span>
        <Rank field="priority" value={priority} rank={ranks.priority(priority)} />
        <Rank field="severity" value={severity} rank={ranks.severity(severity)} />
        {assignee && <bdi>{visible(nameOf(assignee))}</bdi>}
      </p>
      {mayMove && <MoveMenu card={card} value={value} moves={moves} />}
    </li>
  )
}
