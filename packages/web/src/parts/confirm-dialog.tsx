// Opens over the page when a change requires a confirmed session. The change waits, and is then sent again.
import { useSignal } from '@preact/signals'
import type { SessionsConfirmInput, SessionsCurrentAnswer } from '@trackerkit/client/types'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { beginAtProvider, confirmationChannel } from '../state/provider-login.js'
import { say } from '../state/notice.js'
import { useWrite } from '../state/write.js'
import { Alert } from './alert.js'
import { Dialog, DialogFoot } from './dialog.js'
import { Field } from './field.js'
import { PasskeyButton } from './passkey-button.js'
import { typedIn } from './typed.js'
import { confirmingTexts } from '../texts/english/confirming.js'

type Way = SessionsCurrentAnswer['confirm_by'][number]

const ownWays: readonly Way[] = ['password', 'otp', 'mail']

export function ConfirmDialog() {
  const { texts, operations, confirming } = useApp()
  const labels = texts.confirming
  const ways = useSignal<readonly Way[]>([])
  const titles = useSignal<Readonly<Record<string, string>>>({})
  const { run, isBusy, refusal } = useWrite()
  const form = useRef<HTMLFormElement>(null)
  const close = (isConfirmed: boolean) => (confirming.value = isConfirmed ? 'confirmed' : 'no')
  useEffect(() => {
    Promise.all([operations.sessions.current(), operations.accounts.get()]).then(
      ([{ confirm_by }, { providers }]) => {
        titles.value = Object.fromEntries(providers.map(({ name, title }) => [name, title]))
        ways.value = confirm_by
      },
      () => close(false),
    )
  }, [])
  // The button of a passkey or provider is the last one.
  useEffect(() => {
    if (ways.value.length > 0) form.current?.querySelector<HTMLElement>('input, .dialog-foot > :last-child')?.focus()
  }, [ways.value])
  const send = (sent: HTMLFormElement) => {
    const typed = typedIn(new FormData(sent))
    const proof: SessionsConfirmInput = {
      ...(ways.value.includes('password') && { password: typed('password') }),
      ...(ways.value.includes('otp') && { otp: typed('otp') }),
      ...(ways.value.includes('mail') && { code: typed('code') }),
    }
    return run(
      () => operations.sessions.confirm(proof),
      labels.confirmed,
      async () => void close(true),
    )
  }
  return (
    <Dialog title={labels.title} onClose={() => close(false)}>
      <form
        ref={form}
        class="thing-form parts"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <p>{labels.about}</p>
        {refusal !== undefined && <Alert message={refusal} />}
        <Proofs ways={ways.value} />
        <DialogFoot onCancel={() => close(false)}>
          <button type="submit" class="primary" disabled={isBusy || !ways.value.some((way) => ownWays.includes(way))}>
            {labels.confirm}
          </button>
          <OtherWays ways={ways.value} titles={titles.value} done={() => close(true)} />
        </DialogFoot>
      </form>
    </Dialog>
  )
}

interface OtherWaysProps {
  readonly ways: readonly Way[]
  readonly titles: Readonly<Record<string, string>>
  readonly done: () => void
}

function OtherWays({ ways, titles, done }: OtherWaysProps) {
  const labels = useApp().texts.confirming
  const providers = ways.filter((way) => way !== 'passkey' && !ownWays.includes(way))
  return (
    <>
      {ways.includes('passkey') && <PasskeyButton label={labels.usePasskey} purpose="confirm" done={done} />}
      {providers.map((way) => (
        <ConfirmElsewhere key={way} name={way} title={titles[way] ?? way} done={done} />
      ))}
    </>
  )
}

function Proofs({ ways }: { readonly ways: readonly Way[] }) {
  const { texts, operations } = useApp()
  const labels = texts.confirming
  const { run, isBusy, refusal } = useWrite()
  const sendCode = () =>
    run(
      () => operations.sessions.requestCode(),
      labels.codeSent,
      async () => undefined,
    )
  return (
    <>
      {ways.includes('password') && (
        <Field name="password" label={labels.password} type="password" autocomplete="current-password" />
      )}
      {ways.includes('otp') && (
        <Field name="otp" label={labels.otp} autocomplete="one-time-code" hint={labels.otpHint} />
      )}
      {ways.includes('mail') && (
        <>
          {refusal !== undefined && <Alert message={refusal} />}
          <div class="form-buttons">
            <button type="button" disabled={isBusy} onClick={() => void sendCode()}>
              {labels.sendCode}
            </button>
          </div>
          <Field name="code" label={labels.code} autocomplete="one-time-code" hint={labels.codeHint} />
        </>
      )}
    </>
  )
}

interface ConfirmElsewhereProps {
  readonly name: string
  readonly title: string
  readonly done: () => void
}

function ConfirmElsewhere({ name, title, done }: ConfirmElsewhereProps) {
  const app = useApp()
  const labels = app.texts.confirming
  useEffect(() => {
    const channel = new BroadcastChannel(confirmationChannel(app.site.prefix))
    // A login in another window is announced there, too.
    channel.onmessage = () =>
      app.operations.sessions.current().then(
        ({ confirmed_until }) => confirmed_until && done(),
        () => undefined,
      )
    return () => channel.close()
  }, [])
  const begin = async () => {
    const outcome = await beginAtProvider(app, name, 'confirm')
    // The window leaves no opener: it reports by the channel.
    if ('url' in outcome) open(outcome.url, '_blank', 'noopener,width=500,height=700')
    else say(app, outcome.message)
  }
  return (
    <button type="button" onClick={() => void begin()}>
      {labels.confirmWith(title)}
    </button>
  )
}

export const texts = { confirming: confirmingTexts }
