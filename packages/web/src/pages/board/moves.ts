// Moving a bug into another column: a change of the field of the columns.
import { useSignal, type Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { isTrackerError } from '@trackerkit/client'
import type { BugsUpdateInput, BugsViewAnswer } from '@trackerkit/client/types'
import { reverseOf } from '../../fields/reverse.js'
import type { Question } from '../../fields/saver.js'
import { inWords } from '../../page/value-words.js'
import { useApp, type App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { focusSoon, isFocused, keepFocus } from './focus.js'
import type { BoardData, Card, Column } from './load.js'
import { nameOf } from './name-of.js'
import { sendMove } from './send-move.js'
import { takeBack } from './take-back.js'

export interface Target {
  readonly value: string
  /** The value as people read it. */
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
  /** The answers that the tracker has not accepted, and its reason. */
  readonly rejected?: { readonly more: Partial<BugsUpdateInput>; readonly why: string }
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
  /** The cards that are shown in their new columns until the tracker has moved them. */
  readonly moving: Signal<readonly Pending[]>
  /** The columns with whether the bug can be moved there now; none, and a `refusal`, if that cannot be loaded. */
  readonly targetsOf: (card: Card) => Promise<readonly Target[]>
  readonly move: (card: Card, target: Target, more?: Partial<BugsUpdateInput>) => Promise<void>
}

export function useMoves({ by, columns, metadata }: BoardData): Moves {
  const app = useApp()
  const labels = app.texts.board
  const refusal = useSignal<string | undefined>(undefined)
  const pending = useSignal<Pending | undefined>(undefined)
  const moving = useSignal<readonly Pending[]>([])
  const question = useSignal<Question | undefined>(undefined)
  const last = useRef<Promise<unknown>>(Promise.resolve())
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
    // Until it is there, its next column is not known.
    if (moving.value.some((one) => one.card.id === card.id)) return
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
    const mine = { card, target }
    moving.value = [...moving.value, mine]
    if (hasFocus) focusSoon(card)
    await (last.current = last.current.catch(() => undefined).then(() => moveNow(mine, more)))
  }
  /** One at a time: the board that is loaded after a move must have those before it. */
  const moveNow = async (mine: Pending, more: Partial<BugsUpdateInput> | undefined) => {
    const { card, target } = mine
    const stop = () => (moving.value = moving.value.filter((one) => one !== mine))
    try {
      const { value } = target
      const sent = await sendMove(app, by, card, { ...more, [by]: value }, question)
      if (sent) {
        const back = reverseOf(sent, metadata)
        const undo = back && (() => void takeBack(app, { by, columns }, { card, value, back }, question))
        say(app, labels.moved(card.id, target.name), { undo })
      }
    } catch (error) {
      if (!isTrackerError(error)) throw error
      const why = labels.refused(card.id, target.name, error.message)
      if (more) pending.value = { card, target, rejected: { more, why } }
      else refusal.value = why
      keepFocus(card, stop)
    } finally {
      await app.reload({ isQuiet: true }).catch(() => undefined)
      keepFocus(card, stop)
    }
  }
  return { refusal, pending, question, moving, targetsOf, move }
}

function targetOf({ texts }: App, { bug, can }: BugsViewAnswer, by: string, column: Column): Target {
  const { board: labels } = texts
  const { value } = column
  const name = nameOf(texts, by, column)
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
