import { useSignal } from '@preact/signals'
import { Alert } from '../../parts/alert.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { typedIn } from '../../parts/typed.js'
import { actAs } from '../../state/act-as.js'
import { useApp } from '../../state/app.js'

/** Views the tracker as a user, after a reason is given. */
export function ActAs({ login }: { readonly login: string }) {
  const app = useApp()
  const labels = app.texts.admin.actAs
  const isOpen = useSignal(false)
  const message = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const start = async (form: HTMLFormElement) => {
    isBusy.value = true
    message.value = await actAs(app, { user: login, reason: typedIn(new FormData(form))('reason') })
    isBusy.value = false
  }
  return (
    <>
      <button type="button" disabled={!app.isLive.value} onClick={() => (isOpen.value = true)}>
        {labels.view}
      </button>
      {isOpen.value && (
        <Dialog title={labels.view} onClose={() => (isOpen.value = false)}>
          <form
            class="thing-form parts"
            method="post"
            onSubmit={(event) => {
              event.preventDefault()
              void start(event.currentTarget)
            }}
          >
            <p>{labels.about(login)}</p>
            {message.value !== undefined && <Alert message={message.value} />}
            <Field name="reason" label={labels.reason} />
            <DialogFoot onCancel={() => (isOpen.value = false)}>
              <button type="submit" class="primary" disabled={isBusy.value}>
                {labels.start}
              </button>
            </DialogFoot>
          </form>
        </Dialog>
      )}
    </>
  )
}
