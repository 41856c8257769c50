import { useSignal } from '@preact/signals'
import type { Erasable } from '../page/erasable.js'
import { useApp } from '../state/app.js'
import { useOnDemand } from './on-demand.js'

interface EraseButtonProps {
  readonly what: Erasable
  readonly label: string
}

const loadDialog = () => import('./erase-dialog.js')

/** Erases something after confirmation. For administrators; the page checks the permission. */
export function EraseButton({ what, label }: EraseButtonProps) {
  const { isLive } = useApp()
  const isAsking = useSignal(false)
  const close = () => {
    isAsking.value = false
  }
  const more = useOnDemand(loadDialog, isAsking.value, close)
  return (
    <>
      <button type="button" class="quiet" disabled={!isLive.value} onClick={() => (isAsking.value = true)}>
        {label}
      </button>
      {more && isAsking.value && <more.EraseDialog what={what} onClose={close} />}
    </>
  )
}
