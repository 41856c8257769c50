// Asks for what a move requires: a resolution, a comment.
import { useSignal } from '@preact/signals'
import type { BugsUpdateInput, ServerMetadataAnswer } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { valueNames } from '../../page/value-names.js'
import { inWords } from '../../page/value-words.js'
import { Alert } from '../../parts/alert.js'
import { Choice } from '../../parts/choice.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { resolutionOptions } from '../../fields/resolution-options.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Moves, Pending } from './moves.js'

interface MoveDialogProps {
  readonly pending: Pending
  readonly metadata: ServerMetadataAnswer
  readonly moves: Moves
  readonly onClose: () => void
}

export function MoveDialog({ pending: { card, target, rejected }, metadata, moves, onClose }: MoveDialogProps) {
  const app = useApp()
  const { texts } = app
  const resolutions = () => resolutionOptions(app, metadata, card.id)
  // The other bug comes second for a duplicate.
  const resolution = useSignal<readonly string[]>(
    resolutionIn(rejected?.more) ?? [valueNames(metadata, 'resolution')[0] ?? ''],
  )
  const comment = useSignal(rejected?.more.comment?.body ?? '')
  const [resolutionId, commentId] = [useId(), useId()]
  const words = comment.value.trim()
  return (
    <Dialog title={texts.board.moveTo(card.id, target.name)} onClose={onClose}>
      <form
        class="thing-form"
        onSubmit={(event) => {
          event.preventDefault()
          void moves.move(card, target, {
            ...(target.needsResolution && resolved(resolution.value)),
            ...(words !== '' && { comment: { body: comment.value } }),
          })
        }}
      >
        {rejected && <Alert message={rejected.why} />}
        {target.needsResolution && (
          <div class="form-row">
            <label for={resolutionId}>{texts.fields.resolution}</label>
            <Choice
              id={resolutionId}
              label={texts.fields.resolution}
              value={resolution.value}
              shown={visible(resolution.value.map((one) => inWords(texts, one)).join(' '))}
              options={resolutions}
              onSave={(chosen) => (resolution.value = chosen)}
            />
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

function resolved([resolution = '', dupe_of]: readonly string[]) {
  return { resolution, ...(dupe_of !== undefined && { dupe_of }) }
}

function resolutionIn({ resolution, dupe_of }: Partial<BugsUpdateInput> = {}): readonly string[] | undefined {
  return resolution ? [resolution, ...(dupe_of ? [String(dupe_of)] : [])] : undefined
}
