// Asks which of two values is to hold, when two people have changed the same field.
import { useSignal } from '@preact/signals'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { Dialog, DialogFoot } from '../parts/dialog.js'
import { Time } from '../parts/time.js'
import { visible } from '../parts/visible.js'
import { useApp } from '../state/app.js'
import type { Question } from './saver.js'
import { labelOf } from '../page/field-label.js'
import { wordsOfValue } from '../page/value-words.js'
import type { Collision } from './collisions.js'

interface ConflictDialogProps {
  readonly metadata: ServerMetadataAnswer
  readonly question: Question
}

export function ConflictDialog({ metadata, question }: ConflictDialogProps) {
  const { texts } = useApp()
  const labels = texts.conflict
  const chosen = useSignal<ReadonlyMap<string, 'theirs' | 'mine'>>(new Map())
  const { id, collisions, who, at, answer } = question
  const cancel = () => answer(undefined)
  const save = () => answer(new Set([...chosen.value].filter(([, side]) => side === 'theirs').map(([field]) => field)))
  return (
    <Dialog title={labels.title(id)} onClose={cancel}>
      <p>
        <bdi>{visible(who)}</bdi> <Time at={at} />
      </p>
      <table class="plain" aria-label={labels.changes}>
        <thead>
          <tr>
            <th scope="col">{labels.field}</th>
            <th scope="col">{labels.before}</th>
            <th scope="col">{labels.theirs}</th>
            <th scope="col">{labels.yours}</th>
          </tr>
        </thead>
        <tbody>
          {collisions.map((collision) => (
            <tr key={collision.field}>
              <th scope="row">{labelOf({ metadata }, texts, collision.field)}</th>
              <td>{visible(wordsOfValue(texts, collision.field, collision.before))}</td>
              <td>{visible(wordsOfValue(texts, collision.field, collision.theirs))}</td>
              <td>{visible(wordsOfValue(texts, collision.field, collision.mine))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {collisions.map((collision) => (
        <Choice
          key={collision.field}
          label={labelOf({ metadata }, texts, collision.field)}
          collision={collision}
          chosen={chosen.value.get(collision.field)}
          onChoose={(side) => (chosen.value = new Map([...chosen.value, [collision.field, side]]))}
        />
      ))}
      <DialogFoot onCancel={cancel}>
        <button type="button" class="primary" disabled={chosen.value.size < collisions.length} onClick={save}>
          {labels.save}
        </button>
      </DialogFoot>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly collision: Collision
  readonly chosen: 'theirs' | 'mine' | undefined
  readonly onChoose: (side: 'theirs' | 'mine') => void
}

function Choice({ label, collision, chosen, onChoose }: ChoiceProps) {
  const { texts } = useApp()
  const labels = texts.conflict
  const words = (side: 'theirs' | 'mine') => visible(wordsOfValue(texts, collision.field, collision[side]))
  const radio = (side: 'theirs' | 'mine', text: string) => (
    <label class="check">
      <input
        type="radio"
        name={`conflict-${collision.field}`}
        checked={chosen === side}
        onChange={() => onChoose(side)}
      />
      {text}
    </label>
  )
  return (
    <div role="radiogroup" aria-label={label} class="choice">
      <strong>{label}</strong>
      {radio('theirs', labels.useTheirs(words('theirs')))}
      {radio('mine', labels.useYours(words('mine')))}
    </div>
  )
}
