// One form asks for a code, the other uses it.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Field } from '../../parts/field.js'
import { Link } from '../../parts/link.js'
import { typedIn, type Typed } from '../../parts/typed.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

interface CodePageProps {
  readonly labels: {
    readonly title: string
    readonly about: string
    readonly ask: string
    readonly use: string
  }
  /** The fields with which a code is asked for. */
  readonly asking: ComponentChildren
  readonly onAsk: (typed: Typed) => Promise<unknown>
  /** The fields with which it is used, beside the code. */
  readonly using: ComponentChildren
  readonly onUse: (typed: Typed) => Promise<unknown>
  /** The message once the code was used. */
  readonly done: (typed: Typed) => string
}

export function CodePage({ labels, asking, onAsk, using, onUse, done }: CodePageProps) {
  const { texts } = useApp()
  const { account } = texts
  const page = useRef<HTMLDivElement>(null)
  const step = useSignal<'ask' | 'use' | 'done'>('ask')
  const [code, message] = [useSignal(''), useSignal('')]
  useEffect(() => {
    if (location.hash.length <= 1) return
    code.value = location.hash.slice(1)
    step.value = 'use'
    // Keep it out of the browser history and of copied links.
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [code, step])
  // The button with the focus is gone.
  useEffect(() => {
    if (step.value !== 'ask') page.current?.querySelector<HTMLElement>('input, a')?.focus()
  }, [step.value])
  const finish = (typed: Typed) => {
    message.value = done(typed)
    step.value = 'done'
  }
  return (
    <div ref={page} class="setup-page">
      <h1>{labels.title}</h1>
      {step.value === 'ask' && (
        <>
          <CodeForm
            about={labels.about}
            button={labels.ask}
            done={() => account.sent}
            onSend={onAsk}
            next={() => (step.value = 'use')}
          >
            {asking}
          </CodeForm>
          <button type="button" class="quiet" onClick={() => (step.value = 'use')}>
            {account.haveCode}
          </button>
        </>
      )}
      {step.value === 'use' && (
        <CodeForm button={labels.use} done={done} onSend={onUse} next={finish}>
          <Field name="code" label={account.code} hint={account.codeHint} value={code.value} />
          {using}
        </CodeForm>
      )}
      {step.value === 'done' && (
        <p>
          {message.value} <Link to="/login">{account.logIn}</Link>
        </p>
      )}
    </div>
  )
}

interface CodeFormProps {
  readonly about?: string
  readonly button: string
  readonly done: (typed: Typed) => string
  readonly onSend: (typed: Typed) => Promise<unknown>
  readonly next: (typed: Typed) => void
  readonly children: ComponentChildren
}

function CodeForm({ about, button, done, onSend, next, children }: CodeFormProps) {
  const { texts, isLive } = useApp()
  const { run, isBusy, refusal } = useWrite()
  const differ = useSignal(false)
  const send = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const typed = typedIn(values)
    differ.value = values.has('again') && typed('password') !== typed('again')
    if (differ.value) return
    await run(
      () => onSend(typed),
      done(typed),
      async () => next(typed),
    )
  }
  const message = differ.value ? texts.account.differ : refusal
  return (
    <form
      class="setup-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      {about !== undefined && <p>{about}</p>}
      {message !== undefined && <Alert message={message} />}
      {children}
      <div class="form-buttons">
        <button type="submit" class="primary" disabled={!isLive.value || isBusy}>
          {button}
        </button>
      </div>
    </form>
  )
}

/** A password that is chosen, typed twice. */
export function NewPassword() {
  const { account } = useApp().texts
  return (
    <>
      <Field name="password" type="password" label={account.password} autocomplete="new-password" />
      <Field name="again" type="password" label={account.again} autocomplete="new-password" />
    </>
  )
}
