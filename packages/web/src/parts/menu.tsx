// A button with a menu of actions, which is made when it is opened.
import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import type { IconName } from '../generated/icons.js'
import { Icon } from './icon.js'
import { useOutside, useTopLayer } from './top-layer.js'

export interface MenuAction {
  readonly text: string
  /** One of several, of which one is chosen. */
  readonly isChecked?: boolean
  readonly act: () => void
}

interface MenuProps {
  readonly label: string
  readonly icon?: IconName
  readonly actions: () => readonly MenuAction[]
}

export function Menu({ label, icon = 'dots', actions }: MenuProps) {
  const { isLive } = useApp()
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    isOpen.value = false
    button.current?.focus({ preventScroll: true })
  }
  if (isLive.value && actions().length === 0) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet icon-button"
        aria-label={label}
        aria-haspopup="menu"
        // Before scripts run, it cannot open.
        aria-expanded={isLive.value ? isOpen.value : undefined}
        disabled={!isLive.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name={icon} />
      </button>
      {isOpen.value && (
        <MenuPanel label={label} button={button} onClose={close}>
          {actions().map(({ text, isChecked, act }) => (
            <button
              key={text}
              type="button"
              role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={isChecked}
              tabIndex={-1}
              onClick={() => {
                close()
                act()
              }}
            >
              {text}
            </button>
          ))}
        </MenuPanel>
      )}
    </>
  )
}

interface MenuPanelProps {
  readonly label: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  /** Buttons with the role `menuitem`. */
  readonly children: ComponentChildren
}

/** The open menu of a button, with the first item focused. */
export function MenuPanel({ label, button, onClose, children }: MenuPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useTopLayer(panel, button)
  useOutside(panel, button, onClose)
  const move = (step: number) => {
    const items = [...(panel.current?.querySelectorAll('button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    items[(at + step + items.length) % items.length]?.focus()
  }
  // Before the page is painted: a key that follows at once would go to the button.
  useLayoutEffect(() => move(1), [])
  return (
    <div
      ref={panel}
      class="menu action-menu"
      popover="manual"
      role="menu"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') move(1)
        else if (event.key === 'ArrowUp') move(-1)
        else if (event.key === 'Escape' || event.key === 'Tab') onClose()
        else return
        event.preventDefault()
      }}
    >
      {children}
    </div>
  )
}
