import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

/** Changes one's password. */
export function PasswordForm() {
  const { texts, isLive, operations } = useApp()
  const said = texts.me.password
  const [titleId, currentId, newId, againId] = [useId(), useId(), useId(), useId()]
  const { run, isBusy, refusal } = useWrite()
  const differ = useSignal(false)
  const send = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const text = (name: string) => {
      const value = values.get(name)
      return typeof value === 'string' ? value : ''
    }
    differ.value = text('new') !== text('again')
    if (differ.value) return
    const change = { current_password: text('current'), password: text('new') }
    if (await run(() => operations.users.updateSelf(change), said.changed)) form.reset()
  }
  const message = differ.value ? said.differ : refusal
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
      <h2 id={titleId}>{said.title}</h2>
      {message !== undefined && <Alert message={message} />}
      <div class="form-row">
        <label for={currentId}>{said.current}</label>
        <input id={currentId} name="current" type="password" autocomplete="current-password" required />
      </div>
      <div class="form-row">
        <label for={newId}>{said.new}</label>
        <input id={newId} name="new" type="password" autocomplete="new-password" required />
      </div>
      <div class="form-row">
        <label for={againId}>{said.again}</label>
        <input id={againId} name="again" type="password" autocomplete="new-password" required />
      </div>
      <div class="form-buttons">
        <button type="submit" disabled={!isLive.value || isBusy}>
          {said.title}
        </button>
      </div>
    </form>
  )
}
