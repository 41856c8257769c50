// The field for a comment or a description.
import type { RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { visible } from './visible.js'

interface ComposerProps {
  readonly label: string
  readonly value: string
  readonly rows: number
  readonly area?: RefObject<HTMLTextAreaElement | null>
  /** The single key that focuses it. */
  readonly keys?: string
  /** The error of the API. */
  readonly message?: string | undefined
  readonly onInput: (text: string) => void
  /** Receives pasted files. */
  readonly onFiles?: (files: readonly File[]) => void
}

export function Composer({ label, value, rows, area, keys, message, onInput, onFiles }: ComposerProps) {
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <textarea
        {...(area && { ref: area })}
        id={id}
        rows={rows}
        dir="auto"
        value={value}
        aria-keyshortcuts={keys}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onPaste={(event) => {
          const pasted = [...(event.clipboardData?.files ?? [])]
          if (pasted.length > 0) onFiles?.(pasted)
        }}
      />
      {message !== undefined && (
        <span id={`${id}-message`} class="refused">
          {visible(message)}
        </span>
      )}
    </div>
  )
}
