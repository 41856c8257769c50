// Asks for what a move requires: a resolution, a comment.
import { useSignal } from '@preact/signals'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { valueNames } from '../../page/value-names.js'
import { inWords } from '../../page/value-words.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Moves, Pending } from './moves.js'

interface MoveDialogProps {
  readonly pending: Pending
  readonly metadata: ServerMetadataAnswer
  readonly moves: Moves
  readonly onClose: () => void
}

export function MoveDialog({ pending: { card, target }, metadata, moves, onClose }: MoveDialogProps) {
  const { texts } = useApp()
  // A duplicate requires another bug: its page asks for it.
  const resolutions = valueNames(metadata, 'resolution').filter((name) => name !== 'DUPLICATE')
  const resolution = useSignal(resolutions[0] ?? '')
  const comment = useSignal('')
  const [resolutionId, commentId] = [useId(), useId()]
  const words = comment.value.trim()
  return (
    <Dialog title={texts.board.moveTo(card.id, target.name)} onClose={onClose}>
      <form
        class="thing-form"
        onSubmit={(event) => {
          event.preventDefault()
          void moves.move(card, target, {
            ...(target.needsResolution && { resolution: resolution.value }),
            ...(words !== '' && { comment: { body: comment.value } }),
          })
        }}
      >
        {target.needsResolution && (
          <div class="form-row">
            <label for={resolutionId}>{texts.fields.resolution}</label>
            <select
              id={resolutionId}
              value={resolution.value}
              onChange={({ currentTarget }) => (resolution.value = currentTarget.value)}
            >
              {resolutions.map((name) => (
                <option key={name} value={name}>
                  {visible(inWords(texts, name))}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="form-row">
          <label for={commentId}>{target.needsComment ? texts.board.commentRequired : texts.board.comment}</label>
          <textarea
            id={commentId}
            rows={3}
            dir="auto"
            required={target.needsComment}
            value={comment.value}
            onInput={({ currentTarget }) => (comment.value = currentTarget.value)}
          />
        </div>
        <DialogFoot onCancel={onClose}>
          <button type="submit" class="primary" disabled={target.needsComment && words === ''}>
            {texts.board.moveNow}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
