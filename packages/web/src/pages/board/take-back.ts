// Undoes a move.
import type { Signal } from '@preact/signals'
import type { Changes } from '../../fields/merge.js'
import type { Question } from '../../fields/saver.js'
import type { App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BoardData, Card } from './load.js'
import { sendMove } from './send-move.js'

interface Move {
  /** As it was before. */
  readonly card: Card
  readonly value: string
  /** The changes that undo it. */
  readonly back: Changes
}

export async function takeBack(
  app: App,
  { by, columns }: Pick<BoardData, 'by' | 'columns'>,
  { card, value, back }: Move,
  question: Signal<Question | undefined>,
): Promise<void> {
  const labels = app.texts.board
  const isReopened = by === 'status' && columns.some((one) => one.value === value && !one.isClosed)
  const moved = { ...card, column: value, ...(isReopened && { resolution: '', dupe_of: null }) }
  try {
    if (await sendMove(app, by, moved, back, question)) say(app, labels.movedBack(card.id))
  } catch (error) {
    say(app, error instanceof Error ? error.message : app.texts.error.title)
  }
  await app.reload({ isQuiet: true })
}
