// The focus of cards that are moved.
import type { Card } from './load.js'

const cardOnPage = ({ id }: Card) => document.querySelector<HTMLElement>(`.board-card[data-id='${id}']`)

export function isFocused(card: Card): boolean {
  return cardOnPage(card)?.matches(':focus-within') === true
}

/** Shows a card elsewhere, with the focus if it has it. */
export function keepFocus(card: Card, show: () => void): void {
  const hasFocus = isFocused(card)
  show()
  if (hasFocus) focusSoon(card)
}

/** A card that goes to another column is a new element there. In a folded column, the button that opens it is focused. */
export function focusSoon(card: Card): void {
  requestAnimationFrame(() => {
    const element = cardOnPage(card)
    element?.querySelector('a')?.focus()
    if (!isFocused(card)) element?.closest('.board-column')?.querySelector<HTMLElement>('.board-fold')?.focus()
  })
}
