// The files that somebody has chosen, dropped or pasted.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { NewFile } from './files.js'
import type { BugData } from '../../fields/bug-data.js'

interface NewAttachmentsProps {
  readonly data: BugData
  readonly files: Signal<readonly NewFile[]>
}

export function NewAttachments({ data, files }: NewAttachmentsProps) {
  const { texts } = useApp()
  const change = (key: number, changes: Partial<NewFile>) => {
    files.value = files.value.map((one) => (one.key === key ? { ...one, ...changes } : one))
  }
  return (
    <section class="new-attachments" aria-label={texts.newAttachments.name}>
      {files.value.map((one) => (
        <Row
          key={one.key}
          data={data}
          one={one}
          onChange={(changes) => change(one.key, changes)}
          onRemove={() => (files.value = files.value.filter(({ key }) => key !== one.key))}
        />
      ))}
    </section>
  )
}

interface RowProps {
  readonly data: BugData
  readonly one: NewFile
  readonly onChange: (changes: Partial<NewFile>) => void
  readonly onRemove: () => void
}

function Row({ data, one, onChange, onRemove }: RowProps) {
  const { texts } = useApp()
  const labels = texts.newAttachments
  const id = useId()
  const limit = Number(data.metadata.parameters['maxattachmentsize'] ?? 0) * 1024
  const name = visible(one.file.name)
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
      {data.can.make_private && (
        <label class="check">
          <input
            type="checkbox"
            checked={one.isPrivate}
            onChange={({ currentTarget }) => onChange({ isPrivate: currentTarget.checked })}
          />
          {labels.private}
        </label>
      )}
      <button type="button" class="quiet icon-button" aria-label={labels.remove(name)} onClick={onRemove}>
        <Icon name="remove" />
      </button>
      {limit > 0 && one.file.size > limit && <p class="refused">{labels.tooLarge(name, texts.size(limit))}</p>}
    </div>
  )
}
