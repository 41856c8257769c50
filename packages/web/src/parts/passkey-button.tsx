// A button that asks the browser for a passkey. Its code is loaded when it is used.
import { useSignal } from '@preact/signals'
import { useApp } from '../state/app.js'
import { Alert } from './alert.js'

interface PasskeyButtonProps {
  readonly label: string
  readonly purpose: 'login' | 'confirm'
  readonly done: (id: number) => void
}

export function PasskeyButton({ label, purpose, done }: PasskeyButtonProps) {
  const app = useApp()
  const isBusy = useSignal(false)
  const failure = useSignal<string | undefined>(undefined)
  const prove = async () => {
    isBusy.value = true
    failure.value = undefined
    const outcome = await import('../state/passkey.js').then(
      ({ provePasskey }) => provePasskey(app, purpose),
      () => ({ message: app.texts.error.title }),
    )
    isBusy.value = false
    if (outcome === 'stopped') return
    if ('id' in outcome) done(outcome.id)
    else failure.value = outcome.message
  }
  return (
    <>
      {failure.value !== undefined && <Alert message={failure.value} />}
      <button type="button" disabled={!app.isLive.value || isBusy.value} onClick={() => void prove()}>
        {label}
      </button>
    </>
  )
}
