// The form by which people log in: on a page of its own, and in the dialog for who is not logged in any more.
import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { logIn } from '../state/log-in.js'

interface LoginFormProps {
  readonly login: string
  readonly message?: string | undefined
  readonly returnTo: string
  readonly done: (id: number) => void
}

export function LoginForm({ login, message, returnTo, done }: LoginFormProps) {
  const app = useApp()
  const texts = app.texts.login
  const [loginId, passwordId] = [useId(), useId()]
  const password = useRef<HTMLInputElement>(null)
  const said = useSignal(message)
  const isBusy = useSignal(false)
  const send = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const text = (name: string) => {
      const value = values.get(name)
      return typeof value === 'string' ? value : ''
    }
    isBusy.value = true
    const outcome = await logIn(app, { login: text('login'), password: text('password'), stay: values.has('stay') })
    isBusy.value = false
    if ('id' in outcome) return done(outcome.id)
    said.value = outcome.message
    password.current?.focus()
    password.current?.select()
  }
  return (
    <form
      class="login-form"
      method="post"
      action={app.href('/-/login')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      {said.value !== undefined && (
        <p role="alert" class="alert">
          {said.value}
        </p>
      )}
      <label for={loginId}>{texts.login}</label>
      <input
        id={loginId}
        name="login"
        type="text"
        defaultValue={login}
        autocomplete="username"
        autocapitalize="off"
        spellcheck={false}
        required
      />
      <label for={passwordId}>{texts.password}</label>
      <input ref={password} id={passwordId} name="password" type="password" autocomplete="current-password" required />
      <label class="check">
        <input type="checkbox" name="stay" /> {texts.stay}
      </label>
      <input type="hidden" name="return_to" value={returnTo} />
      <button type="submit" class="primary" disabled={isBusy.value}>
        {texts.submit}
      </button>
    </form>
  )
}
