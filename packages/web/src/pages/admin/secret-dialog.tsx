// The address and the secret of a code hook, which are shown once.
import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { useId } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Dialog } from '../../parts/dialog.js'
import { useApp } from '../../state/app.js'
import { canCopy, copyText } from '../../state/copy.js'

export interface Secret {
  readonly url: string
  readonly secret: string
}

/** The address and secret in the response of an operation that creates something; undefined if it has none. */
export function secretIn(answer: unknown): Secret | undefined {
  const { url, secret } = (answer ?? {}) as Partial<Secret>
  return url === undefined || secret === undefined ? undefined : { url, secret }
}

export function SecretDialog({ url, secret, onClose }: Secret & { readonly onClose: () => void }) {
  const { secret: labels } = useApp().texts.admin
  return (
    <Dialog title={labels.title} onClose={onClose}>
      <div class="thing-form">
        <p>{labels.about}</p>
        <Shown label={labels.address} value={url} />
        <Shown label={labels.secret} value={secret} />
        <div class="dialog-foot">
          <button type="button" class="primary" onClick={onClose}>
            {labels.done}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** A value to copy. */
export function Shown({ label, value }: { readonly label: string; readonly value: string }) {
  const app = useApp()
  const { secret: labels } = app.texts.admin
  const id = useId()
  return (
    <div class="form-row">
      <label for={id}>{label}</label>
      <input id={id} class="parameter-name" type="text" readOnly value={value} />
      {canCopy() && (
        <button type="button" onClick={() => void copyText(app, value, labels.copied)}>
          {labels.copy}
        </button>
      )}
    </div>
  )
}

/** Replaces the secret of a code hook; the one before stays valid for a day. */
export function RotateSecret({ id }: { readonly id: number }) {
  const app = useApp()
  const { secret: labels } = app.texts.admin
  const made = useSignal<Secret | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const rotate = async () => {
    isBusy.value = true
    try {
      // The address comes first, because a new secret is shown only once.
      const { code_hooks } = await app.operations.codeHooks.get({ ids: [id] })
      const { secret } = await app.operations.codeHooks.rotate({ id })
      made.value = { secret, url: code_hooks[0]?.url ?? '' }
      refusal.value = undefined
    } catch (error) {
      if (!isTrackerError(error)) throw error
      refusal.value = error.message
    } finally {
      isBusy.value = false
    }
  }
  return (
    <>
      {refusal.value !== undefined && <Alert message={refusal.value} />}
      <button type="button" disabled={!app.isLive.value || isBusy.value} onClick={() => void rotate()}>
        {labels.rotate}
      </button>
      {made.value && <SecretDialog {...made.value} onClose={() => (made.value = undefined)} />}
    </>
  )
}
