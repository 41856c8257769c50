// The login form: on a page, and in the dialog after a session has ended.
import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { logIn, refusalOf, type LoginInput } from '../state/log-in.js'
import { typedIn } from './typed.js'

interface LoginFormProps {
  readonly login: string
  readonly message?: string | undefined
  /** The password was right, and a one-time password is wanted as well. */
  readonly wantsOtp?: boolean | undefined
  readonly returnTo: string
  /** The password has the focus. */
  readonly hasFocus?: boolean
  readonly done: (id: number) => void
}

function inputIn(form: HTMLFormElement): LoginInput {
  const values = new FormData(form)
  const typed = typedIn(values)
  return { login: typed('login'), password: typed('password'), otp: typed('otp'), stay: values.has('stay') }
}

function OtpField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const { login } = useApp().texts
  const id = useId()
  // It is there once it is wanted.
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <label for={id}>{login.otp}</label>
      <input
        ref={field}
        id={id}
        name="otp"
        type="text"
        autocomplete="one-time-code"
        autocapitalize="off"
        spellcheck={false}
        required
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} class="hint">
        {login.otpHint}
      </p>
    </>
  )
}

export function LoginForm({ login, message, wantsOtp = false, returnTo, hasFocus, done }: LoginFormProps) {
  const app = useApp()
  const texts = app.texts.login
  const [loginId, passwordId] = [useId(), useId()]
  const [password, otp] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const result = useSignal<{ readonly message?: string | undefined; readonly wantsOtp: boolean }>({ message, wantsOtp })
  const isBusy = useSignal(false)
  useEffect(() => {
    if (hasFocus) password.current?.focus()
  }, [])
  const send = async (form: HTMLFormElement) => {
    isBusy.value = true
    const outcome = await logIn(app, inputIn(form))
    isBusy.value = false
    if ('id' in outcome) return done(outcome.id)
    const refusal = refusalOf(outcome.name, outcome.message)
    result.value = refusal
    const wrong = refusal.wantsOtp ? otp : password
    wrong.current?.focus()
    wrong.current?.select()
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
      {result.value.message !== undefined && (
        <p role="alert" class="alert">
          {result.value.message}
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
      {result.value.wantsOtp && <OtpField field={otp} />}
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
