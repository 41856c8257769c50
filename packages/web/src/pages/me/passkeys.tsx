// The passkeys of a user: added, renamed and removed.
import { useSignal } from '@preact/signals'
import type { SecondFactorGetAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { PasskeyTable, type PasskeyList } from '../../parts/passkey-table.js'
import { typedIn } from '../../parts/typed.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { AddPasskey } from './add-passkey.js'
import { CurrentPassword, passwordIn } from './proof-form.js'
import { RecoveryCodes } from './recovery-codes.js'

interface PasskeysProps {
  readonly passkeys: PasskeyList
  /** These pages can have passkeys. */
  readonly mayAdd: boolean
  readonly factor: SecondFactorGetAnswer
}

export function Passkeys({ passkeys, mayAdd, factor }: PasskeysProps) {
  const { texts, reload } = useApp()
  const labels = texts.logins
  const asked = factor.is_set_up ? 'never' : factor.is_required ? 'always' : 'on request'
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
      {passkeys.length === 0 ? (
        <p>{labels.noPasskeys}</p>
      ) : (
        <OwnPasskeys passkeys={passkeys} areSecondFactor={factor.is_set_up && !factor.has_authenticator} />
      )}
      {mayAdd && <AddPasskey secondFactor={asked} onCodes={(made) => (codes.value = made)} />}
    </section>
  )
}

type Passkey = PasskeyList[number]

interface OwnPasskeysProps {
  readonly passkeys: PasskeyList
  /** Removing one takes the password. */
  readonly areSecondFactor: boolean
}

function OwnPasskeys({ passkeys, areSecondFactor }: OwnPasskeysProps) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.logins
  const [renamed, removed] = [useSignal<Passkey | undefined>(undefined), useSignal<Passkey | undefined>(undefined)]
  const { run, isBusy, refusal } = useWrite()
  const isOff = !isLive.value || isBusy
  const remove = (one: Passkey) => {
    if (areSecondFactor) removed.value = one
    else void run(() => operations.passkeys.remove({ id: one.id }), labels.removed(one.name))
  }
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <PasskeyTable passkeys={passkeys}>
        {(one) => (
          <>
            <button
              type="button"
              aria-label={labels.button(labels.rename, one.name)}
              disabled={isOff}
              onClick={() => (renamed.value = one)}
            >
              {labels.rename}
            </button>
            <button
              type="button"
              aria-label={labels.button(labels.remove, one.name)}
              disabled={isOff}
              onClick={() => remove(one)}
            >
              {labels.remove}
            </button>
          </>
        )}
      </PasskeyTable>
      {renamed.value && <RenameDialog {...renamed.value} onClose={() => (renamed.value = undefined)} />}
      {removed.value && (
        <RemoveDialog
          {...removed.value}
          turnsFactorOff={passkeys.length === 1}
          onClose={() => (removed.value = undefined)}
        />
      )}
    </>
  )
}

interface DialogProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

function RenameDialog({ id, name, onClose }: DialogProps) {
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
    <Dialog title={labels.button(labels.rename, name)} onClose={onClose}>
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
        <DialogFoot onCancel={onClose}>
          <button type="submit" class="primary" disabled={isBusy}>
            {labels.save}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function RemoveDialog({ id, name, turnsFactorOff, onClose }: DialogProps & { readonly turnsFactorOff: boolean }) {
  const { texts, operations, reload } = useApp()
  const labels = texts.logins
  const { run, isBusy, refusal } = useWrite()
  const send = (form: HTMLFormElement) =>
    run(
      () => operations.passkeys.remove({ id, ...passwordIn(new FormData(form)) }),
      labels.removed(name),
      async () => {
        onClose()
        await reload()
      },
    )
  return (
    <Dialog title={labels.button(labels.remove, name)} onClose={onClose}>
      <form
        class="thing-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        {turnsFactorOff && <p>{labels.turnsFactorOff}</p>}
        {refusal !== undefined && <Alert message={refusal} />}
        <CurrentPassword />
        <DialogFoot onCancel={onClose}>
          <button type="submit" class="danger" disabled={isBusy}>
            {labels.remove}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
