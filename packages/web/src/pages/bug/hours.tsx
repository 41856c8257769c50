// The hours worked, sent with a comment.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useApp } from '../../state/app.js'

export function Hours({ hours }: { readonly hours: Signal<string> }) {
  const { texts } = useApp()
  const id = useId()
  return (
    <span class="inline-field">
      <label for={id}>{texts.bug.form.hours}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        class="short"
        value={hours.value}
        onInput={({ currentTarget }) => (hours.value = currentTarget.value)}
      />
    </span>
  )
}
