// A bug on the board, which can be moved.
import type { Signal } from '@preact/signals'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { pathOf } from '../../page/page.js'
import { nameOf } from '../../page/who.js'
import { Link } from '../../parts/link.js'
import { Rank, rankOf } from '../../parts/rank.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Held } from './held.js'
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

/** Shared by all cards. */
export interface CardProps {
  readonly ranks: Ranks
  readonly moves: Moves
  readonly dragged: Signal<Dragged | undefined>
  readonly mayMove: boolean
  readonly held: Pick<Held, 'moved' | 'release'>
  readonly nameOfColumn: (column: Column) => string
}

/** Into the next column that takes the card. */
async function moveAside(moves: Moves, card: Card, by: number): Promise<void> {
  const targets = await moves.targetsOf(card)
  const at = targets.findIndex(({ value }) => value === card.column)
  const beside = by < 0 ? targets.slice(0, Math.max(at, 0)).toReversed() : targets.slice(at + 1)
  const target = beside.find(({ refused }) => refused === undefined)
  if (target) await moves.move(card, target)
}

interface BoardCardProps extends CardProps {
  readonly card: Card
}

export function BoardCard({ card, ranks, moves, dragged, mayMove, held, nameOfColumn }: BoardCardProps) {
  const { texts, isLive } = useApp()
  const { id, summary, priority, severity, assigned_to_detail: assignee } = card
  const isDragged = dragged.value?.card.id === id
  const grab = () => {
    dragged.value = { card }
    void moves.targetsOf(card).then((targets) => {
      if (dragged.value?.card.id === id) dragged.value = { card, targets }
    })
  }
  const movedTo = held.moved.get(id)
  // The focus is on the next element, if any, once the events are over.
  const leave = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
    setTimeout(() => currentTarget.matches(':hover, :focus-within') || held.release(id))
  return (
    <li
      class={isDragged ? 'board-card is-dragged' : 'board-card'}
      data-id={id}
      {...(movedTo && { onPointerLeave: leave, onFocusOut: leave })}
      draggable={mayMove && isLive.value}
      onKeyDown={(event) => {
        const by = event.shiftKey && mayMove ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined
        if (by === undefined) return
        event.preventDefault()
        void moveAside(moves, card, by)
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
      {movedTo && (
        <p class="quiet-text" role="status">
          {texts.board.movedTo(nameOfColumn(movedTo))}
        </p>
      )}
      {mayMove && <MoveMenu card={card} moves={moves} />}
    </li>
  )
}
