// The proof of identity that changes of two-factor authentication require.
import { useEffect, useRef } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Field } from '../../parts/field.js'
import { typedIn } from '../../parts/typed.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

/** `otp` is empty if the form does not have it. */
export interface Proof {
  readonly current_password?: string
  readonly otp: string
}

interface ProofFormProps {
  /** The label of the button, and the name of the form. */
  readonly name: string
  /** Shown above, next to other errors. */
  readonly heading?: string
  readonly hint?: string
  readonly asks: 'password' | 'otp' | 'both'
  readonly isDangerous?: boolean
  /** It replaces the focused control. */
  readonly hasFocus?: boolean
  /** Identified by an error of the API. */
  readonly send: (proof: Proof) => Promise<unknown>
  readonly done: string
}

export function ProofForm({ name, heading, hint, asks, isDangerous = false, hasFocus, send, done }: ProofFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (hasFocus) form.current?.querySelector('input')?.focus()
  }, [])
  const { texts, isLive } = useApp()
  const labels = texts.twoFactor
  const { run, isBusy, refusal } = useWrite()
  const submit = (sent: HTMLFormElement) => {
    const values = new FormData(sent)
    return run(() => send({ ...passwordIn(values), otp: typedIn(values)('otp') }), done)
  }
  return (
    <form
      ref={form}
      class="thing-form parts"
      method="post"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {heading !== undefined && <h2>{heading}</h2>}
      {hint !== undefined && <p>{hint}</p>}
      {refusal !== undefined && <Alert message={refusal} />}
      {asks !== 'otp' && <CurrentPassword />}
      {asks !== 'password' && (
        <Field
          name="otp"
          label={labels.otp}
          autocomplete="one-time-code"
          hint={asks === 'otp' ? labels.otpHint : labels.eitherHint}
        />
      )}
      <div class="form-buttons">
        <button type="submit" class={isDangerous ? 'danger' : 'primary'} disabled={!isLive.value || isBusy}>
          {name}
        </button>
      </div>
    </form>
  )
}

export function CurrentPassword() {
  const labels = useApp().texts.twoFactor
  return (
    <Field
      name="password"
      label={labels.password}
      type="password"
      autocomplete="current-password"
      hint={labels.passwordHint}
      isOptional
    />
  )
}

/** Nothing for accounts without one. */
export function passwordIn(values: FormData): Pick<Proof, 'current_password'> {
  const password = typedIn(values)('password')
  return password === '' ? {} : { current_password: password }
}
