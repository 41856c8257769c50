// Moving a bug into another column: a change of the field of the columns.
import { useSignal, type Signal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import type { BugsUpdateInput, BugsViewAnswer } from '@trackerkit/client/types'
import { useApp, type App } from '../../state/app.js'
import { fieldText, fieldValue } from '../../fields/field-value.js'
import { inWords, wordsOfValue } from '../../page/value-words.js'
import { say } from '../../state/notice.js'
import type { BoardData, Card, Column } from './load.js'

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
  /** The columns with whether the bug can be moved there now; none, and a `refusal`, if that cannot be loaded. */
  readonly targetsOf: (card: Card) => Promise<readonly Target[]>
  readonly move: (card: Card, target: Target, more?: Partial<BugsUpdateInput>) => Promise<void>
}

export function useMoves({ by, columns }: BoardData): Moves {
  const app = useApp()
  const labels = app.texts.board
  const refusal = useSignal<string | undefined>(undefined)
  const pending = useSignal<Pending | undefined>(undefined)
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
    try {
      await send(app, by, card, { ...more, [by]: target.value })
      pending.value = undefined
      const undo = more?.comment === undefined ? () => void takeBack(app, by, card) : undefined
      say(app, labels.moved(card.id, target.name), { undo })
    } catch (error) {
      if (!isTrackerError(error)) throw error
      pending.value = undefined
      refusal.value = labels.refused(card.id, target.name, error.message)
    }
    await app.reload({ isQuiet: true })
  }
  return { refusal, pending, targetsOf, move }
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

/** With the token of the bug as it is now: what others have changed before is not lost. */
async function send({ operations }: App, by: string, { id }: Card, changes: Partial<BugsUpdateInput>): Promise<void> {
  const include_fields = ['id', by as 'id', 'update_token'] as const
  const { bugs } = await operations.bugs.get({ ids: [id], include_fields })
  const update_token = bugs[0]?.update_token
  await operations.bugs.update({ ids: [id], ...changes, ...(update_token !== undefined && { update_token }) })
}

async function takeBack(app: App, by: string, card: Card): Promise<void> {
  const before = fieldText(fieldValue(card, by))
  const resolution = by === 'status' && !card.is_open ? { resolution: card.resolution } : {}
  try {
    await send(app, by, card, { [by]: before, ...resolution })
    say(app, app.texts.board.movedBack(card.id))
  } catch (error) {
    say(app, error instanceof Error ? error.message : app.texts.error.title)
  }
  await app.reload({ isQuiet: true })
}
