// Files that were chosen, dropped or pasted.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useApp } from '../state/app.js'
import type { NewFile } from './files.js'
import { Icon } from './icon.js'
import { withName, withoutName } from './picture-references.js'
import { tooLarge } from './send-files.js'
import { useUnsaved } from './unsaved.js'
import { visible } from './visible.js'

interface NewAttachmentsProps {
  readonly files: Signal<readonly NewFile[]>
  readonly limit: number
  readonly canBePrivate: boolean
  /** Changes the text, which names the files that it shows. */
  readonly onText: (change: (text: string) => string) => void
}

export function NewAttachments({ files, limit, canBePrivate, onText }: NewAttachmentsProps) {
  const { texts } = useApp()
  // Unlike texts, files are not kept.
  useUnsaved(true)
  const change = (key: number, changes: Partial<NewFile>) => {
    files.value = files.value.map((one) => (one.key === key ? { ...one, ...changes } : one))
  }
  return (
    <section class="new-attachments" aria-label={texts.newAttachments.name}>
      {files.value.map((one) => (
        <Row
          key={one.key}
          one={one}
          limit={limit}
          canBePrivate={canBePrivate}
          onChange={(changes) => {
            change(one.key, changes)
            if (changes.isPrivate !== undefined)
              onText((text) => (changes.isPrivate ? withoutName(text, one) : withName(text, one)))
          }}
          onRemove={() => (files.value = files.value.filter(({ key }) => key !== one.key))}
        />
      ))}
    </section>
  )
}

interface RowProps {
  readonly one: NewFile
  readonly limit: number
  readonly canBePrivate: boolean
  readonly onChange: (changes: Partial<NewFile>) => void
  readonly onRemove: () => void
}

function Row({ one, limit, canBePrivate, onChange, onRemove }: RowProps) {
  const app = useApp()
  const { texts } = app
  const labels = texts.newAttachments
  const id = useId()
  const refusal = tooLarge(app, [one], limit)
  return (
    <div class="new-attachment">
      <label for={id} class="visually-hidden">
        {labels.description}
      </label>
      <input
        id={id}
        type="text"
        value={one.description}
        onInput={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <span class="quiet-text">{texts.size(one.file.size)}</span>
      <label class="check">
        <input
          type="checkbox"
          checked={one.isPatch}
          onChange={({ currentTarget }) => onChange({ isPatch: currentTarget.checked })}
        />
        {labels.patch}
      </label>
      {canBePrivate && (
        <label class="check">
          <input
            type="checkbox"
            checked={one.isPrivate}
            onChange={({ currentTarget }) => onChange({ isPrivate: currentTarget.checked })}
          />
          {labels.private}
        </label>
      )}
      <button
        type="button"
        class="quiet icon-button"
        aria-label={labels.remove(visible(one.file.name))}
        onClick={onRemove}
      >
        <Icon name="remove" />
      </button>
      {refusal !== undefined && <p class="refused">{refusal}</p>}
    </div>
  )
}
