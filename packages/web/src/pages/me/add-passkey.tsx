// A button that adds a passkey, with its dialog.
import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import type { PasskeysCreateInput } from '@trackerkit/client/types'
import { useRef } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { typedIn } from '../../parts/typed.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { CurrentPassword, passwordIn } from './proof-form.js'

interface AddPasskeyProps {
  /** If it turns two-factor authentication on, it takes the password. */
  readonly secondFactor: 'always' | 'on request' | 'never'
  readonly onCodes: (codes: readonly string[]) => void
}

export function AddPasskey(props: AddPasskeyProps) {
  const { texts, isLive } = useApp()
  const isOpen = useSignal(false)
  return (
    <>
      <div class="form-buttons">
        <button type="button" disabled={!isLive.value} onClick={() => (isOpen.value = true)}>
          {texts.logins.addPasskey}
        </button>
      </div>
      {isOpen.value && <NewPasskeyDialog {...props} onClose={() => (isOpen.value = false)} />}
    </>
  )
}

type Made = Pick<PasskeysCreateInput, 'flow' | 'answer'>

/**
 * The passkey that the browser has created, also for another attempt; undefined if it has shown why there is none. `known`: the
 * authenticator keeps one already.
 */
function useMade(): { readonly make: () => Promise<Made | 'known' | undefined>; readonly forget: () => void } {
  const { operations } = useApp()
  const made = useRef<Made | undefined>(undefined)
  const make = async () => {
    if (made.current) return made.current
    const { createdKey } = await import('../../state/passkey.js')
    const { flow, options } = await operations.passkeys.begin({ origin: location.origin })
    const answer = await createdKey(options)
    if (answer === 'known') return answer
    made.current = answer && { flow, answer }
    return made.current
  }
  return { make, forget: () => (made.current = undefined) }
}

function NewPasskeyDialog({ secondFactor, onCodes, onClose }: AddPasskeyProps & { readonly onClose: () => void }) {
  const app = useApp()
  const { texts, operations, reload } = app
  const labels = texts.logins
  const [isBusy, failure] = [useSignal(false), useSignal<string | undefined>(undefined)]
  const isSecond = useSignal(secondFactor === 'always')
  const { make, forget } = useMade()
  const create = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const name = typedIn(values)('name').trim()
    const made = await make()
    if (made === 'known') failure.value = labels.passkeyKnown
    if (!made || made === 'known') return
    const proof = { is_second_factor: isSecond.value, ...(isSecond.value && passwordIn(values)) }
    const { recovery_codes } = await operations.passkeys.create({ ...made, name, ...proof })
    if (recovery_codes) onCodes(recovery_codes)
    say(app, labels.passkeyAdded(name))
    onClose()
    await reload()
  }
  const submit = async (form: HTMLFormElement) => {
    isBusy.value = true
    failure.value = undefined
    await create(form).catch((error: unknown) => {
      if (isTrackerError(error, 'login_flow_not_valid', 'passkey_not_valid')) forget()
      failure.value = isTrackerError(error) ? error.message : texts.error.title
    })
    isBusy.value = false
  }
  return (
    <Dialog title={labels.addPasskey} onClose={onClose}>
      <form
        class="thing-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {failure.value !== undefined && <Alert message={failure.value} />}
        <Field name="name" label={labels.passkeyName} hint={labels.nameHint} pattern=".*\S.*" maxLength={64} />
        {secondFactor === 'on request' && (
          <label class="check">
            <input type="checkbox" onChange={(event) => (isSecond.value = event.currentTarget.checked)} />{' '}
            {labels.asSecondFactor}
          </label>
        )}
        {isSecond.value && <CurrentPassword />}
        <DialogFoot onCancel={onClose}>
          <button type="submit" class="primary" disabled={isBusy.value}>
            {labels.add}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
