// A value as text, which opens a list of options.
import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { ChoicePanel } from './choice-panel.js'
import { Icon } from './icon.js'
import type { ChoiceProps } from './option.js'

export function Choice(props: ChoiceProps) {
  const { label, value, isAction = false, onSave } = props
  const { texts, isLive } = useApp()
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const origin = useRef<Element | null>(null)
  const listId = useId()
  const open = () => {
    origin.current = document.activeElement
    isOpen.value = true
  }
  const close = () => {
    isOpen.value = false
    returnFocus(origin.current)
  }
  const isEmpty = value.length === 0 || (value.length === 1 && value[0] === '')
  return (
    <>
      <button
        ref={button}
        id={props.id}
        type="button"
        class={isAction ? 'quiet' : `choice-button ${isEmpty ? 'is-empty' : ''}`}
        role={isAction ? undefined : 'combobox'}
        aria-label={isAction ? undefined : label}
        aria-haspopup="listbox"
        aria-expanded={isOpen.value}
        aria-controls={isOpen.value ? listId : undefined}
        aria-invalid={props.isInvalid || undefined}
        aria-describedby={props.describedBy}
        aria-keyshortcuts={props.shortcut}
        disabled={!isLive.value}
        onClick={() => (isOpen.value ? close() : open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen.value) return
          event.preventDefault()
          open()
        }}
      >
        {isAction && <Icon name="plus" size={14} />}
        <span class="choice-value">
          {isAction ? label : isEmpty ? (props.empty ?? texts.choice.none) : (props.shown ?? value.join(', '))}
        </span>
        {!isAction && <Icon name="more" size={14} />}
      </button>
      {isOpen.value && (
        <ChoicePanel
          {...props}
          listId={listId}
          anchor={button}
          onClose={close}
          onSave={(values) => {
            // While the focus is in the list, the bug as it was when the user began counts.
            if (values.join('\n') !== value.join('\n')) onSave(values)
            close()
          }}
        />
      )}
    </>
  )
}

/** Back to where it was when the list was opened, even if that was nowhere. */
function returnFocus(origin: Element | null): void {
  if (origin instanceof HTMLElement && origin !== document.body && origin.isConnected)
    origin.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
