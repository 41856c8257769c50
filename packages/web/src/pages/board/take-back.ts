// Undoes a move.
import type { Signal } from '@preact/signals'
import type { Question } from '../../fields/saver.js'
import type { App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BoardData, Card } from './load.js'
import { sendMove } from './send-move.js'

export async function takeBack(
  app: App,
  { by, columns }: Pick<BoardData, 'by' | 'columns'>,
  { card, value }: { readonly card: Card; readonly value: string },
  question: Signal<Question | undefined>,
): Promise<void> {
  const labels = app.texts.board
  const before = by === 'status' && !card.is_open ? resolutionOf(card) : {}
  const isReopened = by === 'status' && columns.some((one) => one.value === value && !one.isClosed)
  const moved = { ...card, column: value, ...(isReopened && { resolution: '', dupe_of: null }) }
  try {
    const isBack = await sendMove(app, by, moved, { [by]: card.column, ...before }, question)
    if (isBack) say(app, labels.movedBack(card.id))
  } catch (error) {
    say(app, error instanceof Error ? error.message : app.texts.error.title)
  }
  await app.reload({ isQuiet: true })
}

function resolutionOf({ resolution, dupe_of }: Card) {
  return { resolution, ...(dupe_of !== null && { dupe_of }) }
}
