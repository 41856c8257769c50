// Asks for the reason of an erasure, and erases. Rarely used, so it is not in the main script.
import type { Client } from '../page/operations.js'
import { useId } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { useWrite } from '../state/write.js'
import { Alert } from './alert.js'
import { Dialog, DialogFoot } from './dialog.js'
import type { Erasable } from '../page/erasable.js'
import { typedIn } from './typed.js'
import { visible } from './visible.js'
import { erasingTexts } from '../texts/english/erasing.js'

interface EraseDialogProps {
  readonly what: Erasable
  readonly onClose: () => void
}

/** Confirms an erasure. */
export function EraseDialog({ what, onClose }: EraseDialogProps) {
  const app = useApp()
  const labels = app.texts.erasing
  const { run, isBusy, refusal } = useWrite()
  const { kind } = what
  const name = visible(what.name)
  const send = async (form: HTMLFormElement) => {
    const typed = typedIn(new FormData(form))
    const erased = async () => erase(app.operations, what, typed('reason').trim(), typed('reassign_to').trim())
    // A bug and an account are no longer there to be shown.
    const next = what.leadsTo
    const done = labels.done[kind](name)
    const isDone = await run(erased, done, next === undefined ? app.reload : async () => app.go(next))
    if (isDone) onClose()
  }
  return (
    <Dialog title={labels.title[kind](name)} onClose={onClose}>
      <form
        class="thing-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        {refusal !== undefined && <Alert message={refusal} />}
        <p>{labels.hint[kind]}</p>
        <TextRow name="reason" label={labels.reason} hint={labels.reasonHint} isRequired />
        {kind === 'user' && <TextRow name="reassign_to" label={labels.reassignTo} hint={labels.reassignHint} />}
        <DialogFoot onCancel={onClose}>
          <button type="submit" class="danger" disabled={isBusy}>
            {labels.act[kind](name)}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

async function erase(
  operations: Client,
  { kind, id }: Erasable,
  reason: string,
  reassign_to: string,
): Promise<unknown> {
  const input = { ids: [id], reason }
  if (kind === 'bug') return operations.bugs.delete(input)
  if (kind === 'attachment') return operations.attachments.erase(input)
  if (kind === 'comment') return operations.comments.redact(input)
  return operations.users.erase({ ...input, ...(reassign_to !== '' && { reassign_to }) })
}

interface TextRowProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly isRequired?: boolean
}

function TextRow({ name, label, hint, isRequired = false }: TextRowProps) {
  const id = useId()
  return (
    <div class="form-row">
      <label for={id}>{label}</label>
      <input id={id} name={name} type="text" autocomplete="off" required={isRequired} aria-describedby={`${id}-hint`} />
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
    </div>
  )
}

export const texts = { erasing: erasingTexts }
