import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { Icon } from './icon.js'

interface DialogProps {
  readonly title: string
  /** For tables. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ComponentChildren
}

interface DialogFootProps {
  /** Instead of "Cancel". */
  readonly cancel?: string
  readonly onCancel: () => void
  /** The action comes last. */
  readonly children: ComponentChildren
}

/** The buttons at the end of a dialog. */
export function DialogFoot({ cancel, onCancel, children }: DialogFootProps) {
  const { texts } = useApp()
  return (
    <div class="dialog-foot">
      <button type="button" onClick={onCancel}>
        {cancel ?? texts.dialog.cancel}
      </button>
      {children}
    </div>
  )
}

/** A dialog over the page, open as long as it is part of it. Escape and the cross close it; the browser gives the focus back. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const { texts } = useApp()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // While it is part of the page: a dialog that has left it gives no focus back.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${isWide ? 'is-wide' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="quiet icon-button" aria-label={texts.dialog.close} onClick={onClose}>
          <Icon name="remove" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
