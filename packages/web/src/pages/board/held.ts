// A card that someone reads stays where it is when others move it.
import { useRef, useState } from 'preact/hooks'
import { placeOf, withCardAt, type Place } from './arrange.js'
import type { Column } from './load.js'

export interface Held {
  readonly columns: readonly Column[]
  /** Cards that others have moved, with the columns in which they are now. */
  readonly moved: ReadonlyMap<number, Column>
  /** Lets a card go to its column once it is left. */
  readonly release: (id: number) => void
}

/** @param now the columns as the tracker has them @param moving the places of the cards that this page is moving */
export function useHeld(now: readonly Column[], moving: readonly Place[]): Held {
  const [before, shown] = [useRef(now), useRef(now)]
  const held = useRef<readonly Place[]>([])
  const movedHere = useRef<ReadonlySet<number>>(new Set())
  const moves = new Set(moving.map(({ id }) => id))
  const [, draw] = useState({})
  if (before.current !== now) {
    held.current = cardsInUse()
      // A card that this page moves ends in its column, or where it was before.
      .filter((id) => !moves.has(id) && !movedHere.current.has(id))
      .flatMap((id) => placeOf(shown.current, id) ?? [])
    before.current = now
  }
  movedHere.current = moves
  const moved = new Map<number, Column>()
  for (const { id, column } of held.current) {
    const to = placeOf(now, id)?.column
    const found = now.find(({ value }) => value === to)
    if (found && to !== column && !moves.has(id)) moved.set(id, found)
  }
  const stay = held.current.filter(({ id }) => moved.has(id))
  const columns = [...stay, ...moving].reduce(withCardAt, now)
  shown.current = columns
  const release = (id: number) => {
    held.current = held.current.filter((place) => place.id !== id)
    draw({})
  }
  return { columns, moved, release }
}

/** The cards under the pointer and with the focus. */
function cardsInUse(): readonly number[] {
  const cards = document.querySelectorAll<HTMLElement>('.board-card:is(:hover, :focus-within)')
  return [...cards].map(({ dataset }) => Number(dataset['id']))
}
