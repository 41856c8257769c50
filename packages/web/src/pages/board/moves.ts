// Moving a bug into another column: a change of the field of the columns.
import { useSignal, type Signal } from '@preact/signals'
import { isTrackerError, type Bug } from '@trackerkit/client'
import type { BugsUpdateInput, BugsViewAnswer } from '@trackerkit/client/types'
import { ask } from '../../fields/ask.js'
import { merge, without } from '../../fields/collisions.js'
import type { Changes } from '../../fields/merge.js'
import { fieldText, fieldValue } from '../../fields/field-value.js'
import type { Question } from '../../fields/saver.js'
import { inWords, wordsOfValue } from '../../page/value-words.js'
import { useApp, type App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BoardData, Card, Column } from './load.js'

const mostRounds = 3

export interface Target {
  readonly value: string
  /** The value as people read it; empty for none. */
  readonly name: string
  /** The reason why the bug cannot be moved there. */
  readonly refused?: string
  readonly needsResolution: boolean
  readonly needsComment: boolean
}

/** A move that requires more than the column. */
export interface Pending {
  readonly card: Card
  readonly target: Target
}

/** A card that is being dragged, and the columns that take it once they are known. */
export interface Dragged {
  readonly card: Card
  readonly targets?: readonly Target[]
}

export interface Moves {
  readonly refusal: Signal<string | undefined>
  readonly pending: Signal<Pending | undefined>
  /** The question which value to keep, when another user has changed the same field. */
  readonly question: Signal<Question | undefined>
  /** The card that is shown in its new column until the tracker has moved it. */
  readonly moving: Signal<Pending | undefined>
  /** The columns with whether the bug can be moved there now; none, and a `refusal`, if that cannot be loaded. */
  readonly targetsOf: (card: Card) => Promise<readonly Target[]>
  readonly move: (card: Card, target: Target, more?: Partial<BugsUpdateInput>) => Promise<void>
}

export function useMoves({ by, columns }: BoardData): Moves {
  const app = useApp()
  const labels = app.texts.board
  const refusal = useSignal<string | undefined>(undefined)
  const pending = useSignal<Pending | undefined>(undefined)
  const moving = useSignal<Pending | undefined>(undefined)
  const question = useSignal<Question | undefined>(undefined)
  const targetsOf = async (card: Card) => {
    try {
      const view = await app.operations.bugs.view({ id: card.id, comments: 1 })
      return columns.map((column) => targetOf(app, view, by, column))
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : app.texts.error.title
      return []
    }
  }
  const move: Moves['move'] = async (card, target, more) => {
    const asks = target.needsResolution || target.needsComment
    refusal.value = undefined
    if (target.refused !== undefined) {
      refusal.value = labels.refused(card.id, target.name, target.refused)
      return
    }
    if (asks && more === undefined) {
      pending.value = { card, target }
      return
    }
    const hasFocus = isFocused(card) || pending.value !== undefined
    pending.value = undefined
    moving.value = { card, target }
    if (hasFocus) focusSoon(card)
    try {
      if (await send(app, by, card, { ...more, [by]: target.value }, question)) {
        const undo = more?.comment === undefined ? () => void takeBack(card, target) : undefined
        say(app, labels.moved(card.id, target.name), { undo })
      }
    } catch (error) {
      if (!isTrackerError(error)) throw error
      refusal.value = labels.refused(card.id, target.name, error.message)
    } finally {
      await app.reload({ isQuiet: true })
      const isStill = isFocused(card)
      moving.value = undefined
      if (isStill) focusSoon(card)
    }
  }
  const takeBack = async (card: Card, { value }: Target) => {
    const resolution = by === 'status' && !card.is_open ? { resolution: card.resolution } : {}
    try {
      if (await send(app, by, { ...card, column: value }, { [by]: card.column, ...resolution }, question))
        say(app, labels.movedBack(card.id))
    } catch (error) {
      say(app, error instanceof Error ? error.message : app.texts.error.title)
    }
    await app.reload({ isQuiet: true })
  }
  return { refusal, pending, question, moving, targetsOf, move }
}

function targetOf({ texts }: App, { bug, can }: BugsViewAnswer, by: string, column: Column): Target {
  const { board: labels } = texts
  const { value } = column
  const name = wordsOfValue(texts, by, column.name)
  if (by !== 'status') {
    const refused = can.fields.includes(by) ? {} : { refused: labels.notYours }
    return { value, name, needsResolution: false, needsComment: false, ...refused }
  }
  const allowed = can.statuses.find((one) => one.name === value)
  return {
    value,
    name,
    needsResolution: bug.is_open && allowed?.is_open === false,
    needsComment: allowed?.comment_required === true,
    ...(!allowed && bug.status !== value && { refused: labels.notFrom(inWords(texts, bug.status)) }),
  }
}

/** Merges a move into the changes that others have made. False: the user keeps the other value. @throws TrackerError */
async function send(
  { operations }: App,
  by: string,
  card: Card,
  changes: Partial<BugsUpdateInput>,
  question: Moves['question'],
): Promise<boolean> {
  const { id, column } = card
  let [base, still]: [object | undefined, Changes] = [undefined, changes as Changes]
  for (let round = 1; ; round++) {
    const view = await operations.bugs.view({ id, comments: 1 })
    const now = fieldText(fieldValue(view.bug, by))
    // Values that differ only in case share a column.
    base ??= { ...card, [by]: now.toLowerCase() === column.toLowerCase() ? now : column }
    const { changes: merged, collisions } = merge(base as Bug, view.bug, still)
    const theirs = collisions.length === 0 ? new Set<string>() : await ask(question, collisions, view)
    if (!theirs || theirs.has(by)) return false
    still = without(merged, theirs)
    if (Object.keys(still).length === 0) return true
    base = view.bug
    try {
      const { update_token } = view.bug
      await operations.bugs.update({ ids: [id], ...(update_token !== undefined && { update_token }), ...still })
      return true
    } catch (error) {
      if (!isTrackerError(error, 'conflict') || round >= mostRounds) throw error
    }
  }
}

const cardOnPage = ({ id }: Card) => document.querySelector<HTMLElement>(`.board-card[data-id='${id}']`)

function isFocused(card: Card): boolean {
  return cardOnPage(card)?.matches(':focus-within') === true
}

/** A card that goes to another column is a new element there. In a folded column, the button that opens it is focused. */
function focusSoon(card: Card): void {
  requestAnimationFrame(() => {
    const element = cardOnPage(card)
    element?.querySelector('a')?.focus()
    if (!isFocused(card)) element?.closest('.board-column')?.querySelector<HTMLElement>('.board-fold')?.focus()
  })
}
