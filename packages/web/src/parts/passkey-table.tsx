// The passkeys of a user.
import type { PasskeysGetAnswer } from '@trackerkit/client/types'
import type { ComponentChildren } from 'preact'
import { useApp } from '../state/app.js'
import { useWrite } from '../state/write.js'
import { Alert } from './alert.js'
import { TableHeader } from './table-header.js'
import { Time } from './time.js'
import { visible } from './visible.js'

export type PasskeyList = PasskeysGetAnswer['passkeys']

interface PasskeyTableProps {
  readonly passkeys: PasskeyList
  /** The buttons of a passkey. */
  readonly children: (passkey: PasskeyList[number]) => ComponentChildren
}

export function PasskeyTable({ passkeys, children }: PasskeyTableProps) {
  const labels = useApp().texts.logins
  return (
    <table class="things" aria-label={labels.passkeys}>
      <TableHeader of={[labels.passkeyName, labels.added, labels.lastUsed]} hasButtons />
      <tbody>
        {passkeys.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <bdi>{visible(one.name)}</bdi>
            </th>
            <td data-label={labels.added}>
              <Time at={one.creation_time} />
            </td>
            <td data-label={labels.lastUsed}>{one.last_used && <Time at={one.last_used} />}</td>
            <td>{children(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Those of another user, which an administrator removes. */
export function PasskeysOf({ passkeys, user }: { readonly passkeys: PasskeyList; readonly user: string }) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.logins
  const { run, isBusy, refusal } = useWrite()
  const remove = ({ id, name }: PasskeyList[number]) =>
    void run(() => operations.passkeys.remove({ id, user }), labels.removed(name))
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <PasskeyTable passkeys={passkeys}>
        {(one) => (
          <button
            type="button"
            aria-label={labels.button(labels.remove, one.name)}
            disabled={!isLive.value || isBusy}
            onClick={() => remove(one)}
          >
            {labels.remove}
          </button>
        )}
      </PasskeyTable>
    </>
  )
}
