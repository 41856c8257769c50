// The passkeys of a user: added, renamed and removed.
import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import type { PasskeysGetAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { Dialog } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { TableHeader } from '../../parts/table-header.js'
import { Time } from '../../parts/time.js'
import { typedIn } from '../../parts/typed.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { useWrite } from '../../state/write.js'
import { RecoveryCodes } from './recovery-codes.js'

export type PasskeyList = PasskeysGetAnswer['passkeys']

interface PasskeysProps {
  readonly passkeys: PasskeyList
  /** These pages can have passkeys. */
  readonly mayAdd: boolean
}

export function Passkeys({ passkeys, mayAdd }: PasskeysProps) {
  const { texts, isLive, reload } = useApp()
  const labels = texts.logins
  const isAdding = useSignal(false)
  const codes = useSignal<readonly string[] | undefined>(undefined)
  if (!mayAdd && passkeys.length === 0) return null
  const finish = () => {
    codes.value = undefined
    void reload()
  }
  return (
    <section class="parts" aria-label={labels.passkeys}>
      <h2>{labels.passkeys}</h2>
      <p class="quiet-text">{labels.passkeysAbout}</p>
      {codes.value && <RecoveryCodes codes={codes.value} onDone={finish} />}
      {passkeys.length === 0 ? <p>{labels.noPasskeys}</p> : <PasskeyTable passkeys={passkeys} />}
      {mayAdd && (
        <div class="form-buttons">
          <button type="button" disabled={!isLive.value} onClick={() => (isAdding.value = true)}>
            {labels.addPasskey}
          </button>
        </div>
      )}
      {isAdding.value && (
        <NewPasskeyDialog onClose={() => (isAdding.value = false)} onCodes={(made) => (codes.value = made)} />
      )}
    </section>
  )
}

function PasskeyTable({ passkeys }: { readonly passkeys: PasskeyList }) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.logins
  const renamed = useSignal<PasskeyList[number] | undefined>(undefined)
  const { run, isBusy, refusal } = useWrite()
  const isOff = !isLive.value || isBusy
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.passkeys}>
        <TableHeader of={[labels.passkeyName, labels.added, labels.lastUsed]} hasButtons />
        <tbody>
          {passkeys.map((one) => {
            const { id, name, creation_time, last_used } = one
            const remove = () => run(() => operations.passkeys.remove({ id }), labels.removed(name))
            return (
              <tr key={id}>
                <th scope="row">
                  <bdi>{visible(name)}</bdi>
                </th>
                <td data-label={labels.added}>
                  <Time at={creation_time} />
                </td>
                <td data-label={labels.lastUsed}>{last_used && <Time at={last_used} />}</td>
                <td>
                  <button type="button" disabled={isOff} onClick={() => (renamed.value = one)}>
                    {labels.rename(name)}
                  </button>
                  <button type="button" disabled={isOff} onClick={() => void remove()}>
                    {labels.remove(name)}
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {renamed.value && <RenameDialog {...renamed.value} onClose={() => (renamed.value = undefined)} />}
    </>
  )
}

interface RenameDialogProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

function RenameDialog({ id, name, onClose }: RenameDialogProps) {
  const { texts, operations, reload } = useApp()
  const labels = texts.logins
  const { run, isBusy, refusal } = useWrite()
  const save = (form: HTMLFormElement) => {
    const typed = typedIn(new FormData(form))('name').trim()
    return run(
      () => operations.passkeys.update({ id, name: typed }),
      labels.saved,
      async () => {
        onClose()
        await reload()
      },
    )
  }
  return (
    <Dialog title={labels.rename(name)} onClose={onClose}>
      <form
        class="thing-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void save(event.currentTarget)
        }}
      >
        {refusal !== undefined && <Alert message={refusal} />}
        <Field name="name" label={labels.passkeyName} value={name} />
        <div class="form-buttons">
          <button type="submit" class="primary" disabled={isBusy}>
            {labels.save}
          </button>
          <button type="button" onClick={onClose}>
            {labels.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface NewPasskeyDialogProps {
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

function NewPasskeyDialog({ onClose, onCodes }: NewPasskeyDialogProps) {
  const app = useApp()
  const { texts, operations, reload } = app
  const labels = texts.logins
  const isBusy = useSignal(false)
  const failure = useSignal<string | undefined>(undefined)
  const create = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const name = typedIn(values)('name').trim()
    const { createdKey } = await import('../../state/passkey.js')
    const { flow, options } = await operations.passkeys.begin({ origin: location.origin })
    const answer = await createdKey(options)
    // The browser has shown why there is none.
    if (!answer) return
    const is_second_factor = values.has('second-factor')
    const { recovery_codes } = await operations.passkeys.create({ flow, answer, name, is_second_factor })
    if (recovery_codes) onCodes(recovery_codes)
    say(app, labels.passkeyAdded(name))
    onClose()
    await reload()
  }
  const submit = async (form: HTMLFormElement) => {
    isBusy.value = true
    failure.value = undefined
    await create(form).catch((error: unknown) => {
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
        <Field name="name" label={labels.passkeyName} hint={labels.nameHint} />
        <label class="check">
          <input name="second-factor" type="checkbox" /> {labels.asSecondFactor}
        </label>
        <div class="form-buttons">
          <button type="submit" class="primary" disabled={isBusy.value}>
            {labels.add}
          </button>
          <button type="button" onClick={onClose}>
            {labels.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
