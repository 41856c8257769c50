import { useEffect, useRef } from 'preact/hooks'
import { visible } from './visible.js'
import type { Failure } from '../page/page.js'
import { useApp } from '../state/app.js'

/** An error of the API. It can take the focus, for screen readers to read it at once. */
export function Alert({ message }: { readonly message: string }) {
  const alert = useRef<HTMLDivElement>(null)
  const isNew = useApp().isLive.peek()
  // The button that was pressed has lost the focus, because it was disabled.
  useEffect(() => {
    if (isNew && document.activeElement === document.body) alert.current?.focus()
  }, [])
  return (
    <div ref={alert} role="alert" class="alert" tabIndex={-1}>
      <p>{visible(message)}</p>
    </div>
  )
}

interface FailureAlertProps {
  readonly failure: Failure
  /** Default: loads the page again. */
  readonly again?: () => Promise<void>
}

/** An error of a read, with a button to try again. */
export function FailureAlert({ failure, again }: FailureAlertProps) {
  const { texts, reload, isLive } = useApp()
  return (
    <div role="alert" class="alert">
      <p>{visible(failure.message)}</p>
      {failure.request !== undefined && <p class="quiet-text">{texts.error.request(visible(failure.request))}</p>}
      {isLive.value && (
        <button type="button" onClick={() => void (again ?? reload)()}>
          {texts.error.again}
        </button>
      )}
    </div>
  )
}
