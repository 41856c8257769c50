import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Field } from '../../parts/field.js'
import { typedIn } from '../../parts/typed.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

/** Changes the user's password. */
export function PasswordForm() {
  const { texts, isLive, operations } = useApp()
  const labels = texts.me.password
  const titleId = useId()
  const { run, isBusy, refusal } = useWrite()
  const differ = useSignal(false)
  const send = async (form: HTMLFormElement) => {
    const typed = typedIn(new FormData(form))
    differ.value = typed('new') !== typed('again')
    if (differ.value) return
    const current = typed('current')
    const change = { ...(current !== '' && { current_password: current }), password: typed('new') }
    if (await run(() => operations.users.updateSelf(change), labels.changed)) form.reset()
  }
  const message = differ.value ? labels.differ : refusal
  return (
    <form
      class="thing-form parts"
      method="post"
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <h2 id={titleId}>{labels.title}</h2>
      {message !== undefined && <Alert message={message} />}
      <Field
        name="current"
        label={labels.current}
        type="password"
        autocomplete="current-password"
        hint={labels.currentHint}
        isOptional
      />
      <Field name="new" label={labels.new} type="password" autocomplete="new-password" />
      <Field name="again" label={labels.again} type="password" autocomplete="new-password" />
      <div class="form-buttons">
        <button type="submit" disabled={!isLive.value || isBusy}>
          {labels.title}
        </button>
      </div>
    </form>
  )
}
