import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { Alert } from '../../parts/alert.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { pathOf } from '../../page/page.js'
import { nameOf, type Kind, type Parent, type Thing } from './kinds/kind.js'

interface DeleteButtonProps {
  readonly kind: Kind
  readonly parent: Parent
  readonly thing: Thing
}

/** Takes a thing away, after a question. */
export function DeleteButton({ kind, parent, thing }: DeleteButtonProps) {
  const app = useApp()
  const { admin } = app.texts
  const name = visible(nameOf(kind, thing))
  const isAsking = useSignal(false)
  const refusal = useSignal<string | undefined>(undefined)
  const close = () => {
    isAsking.value = false
    refusal.value = undefined
  }
  const remove = async () => {
    try {
      await kind.remove?.(app.operations, thing, parent)
    } catch (error) {
      if (!isTrackerError(error)) throw error
      refusal.value = error.message
      return
    }
    close()
    say(app, admin.deleted(name))
    await app.go(kind.parent === undefined ? pathOf('admin', kind.name) : pathOf('admin', kind.parent, parent))
  }
  return (
    <>
      <button type="button" class="danger" disabled={!app.isLive.value} onClick={() => (isAsking.value = true)}>
        {admin.delete}
      </button>
      {isAsking.value && (
        <Dialog title={admin.deleteThis(name)} onClose={close}>
          {refusal.value === undefined ? <p>{admin.deleteMore}</p> : <Alert message={refusal.value} />}
          <DialogFoot onCancel={close}>
            <button type="button" class="danger" onClick={() => void remove()}>
              {admin.delete}
            </button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  )
}
