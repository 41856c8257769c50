// A value as text, edited in its place.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { focusRendered } from './focus-rendered.js'
import { Icon } from './icon.js'
import { visible } from './visible.js'

interface LineFieldProps {
  readonly label: string
  readonly value: string
  /** Default: the value. */
  readonly shown?: ComponentChildren
  readonly kind?: 'text' | 'long text' | 'hours' | 'day'
  readonly placeholder?: string | undefined
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly onSave: (text: string) => void
}

/** Saves on Enter or when it is left; Escape restores the value. */
export function LineField(props: LineFieldProps) {
  const { label, value, shown } = props
  const { texts, isLive } = useApp()
  const typed = useSignal<string | undefined>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = typed.value !== undefined
  const close = (isFocusKept: boolean) => {
    typed.value = undefined
    if (isFocusKept) focusRendered(() => button.current)
  }
  const save = (isFocusKept: boolean) => {
    const text = typed.value?.trim()
    close(isFocusKept)
    if (text !== undefined && text !== value) props.onSave(text)
  }
  if (isOpen)
    return (
      <OpenLine
        {...props}
        typed={typed.value ?? ''}
        onInput={(text) => (typed.value = text)}
        onLeave={() => save(false)}
        onEnter={() => save(true)}
        onEscape={() => close(true)}
      />
    )
  return (
    <span class="line-field">
      <span class={value === '' ? 'quiet-text' : undefined}>
        {value === '' ? texts.choice.none : (shown ?? <bdi>{visible(value)}</bdi>)}
      </span>
      <button
        ref={button}
        type="button"
        class="quiet icon-button"
        aria-label={texts.choice.edit(label)}
        aria-invalid={props.isInvalid || undefined}
        aria-describedby={props.describedBy}
        disabled={!isLive.value}
        onClick={() => (typed.value = value)}
      >
        <Icon name="edit" size={14} />
      </button>
    </span>
  )
}

interface OpenLineProps extends LineFieldProps {
  readonly typed: string
  readonly onInput: (text: string) => void
  readonly onEnter: () => void
  readonly onEscape: () => void
  readonly onLeave: () => void
}

function OpenLine({ label, kind = 'text', placeholder, typed, onInput, onEnter, onEscape, onLeave }: OpenLineProps) {
  const area = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  useLayoutEffect(() => area.current?.focus(), [])
  const field = {
    ref: area,
    'aria-label': label,
    placeholder,
    dir: 'auto' as const,
    value: typed,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onInput(currentTarget.value),
    onBlur: onLeave,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.isComposing) return
      const isWhole = kind !== 'long text' || event.ctrlKey || event.metaKey
      if (event.key === 'Enter' && isWhole) onEnter()
      else if (event.key === 'Escape') onEscape()
      else return
      event.preventDefault()
    },
  }
  if (kind === 'long text') return <textarea {...field} rows={3} />
  if (kind === 'day') return <input {...field} type="date" />
  return <input {...field} type="text" inputMode={kind === 'hours' ? 'decimal' : undefined} />
}
