// The keywords of a bug, added and removed one by one.
import { useSignal } from '@preact/signals'
import { Combobox } from '../parts/combobox.js'
import { First } from '../parts/first.js'
import { Icon } from '../parts/icon.js'
import { visible } from '../parts/visible.js'
import { useApp } from '../state/app.js'
import { FieldRow, useRefusal } from './controls.js'
import type { OnChange } from './field-control.js'
import type { BugData } from './bug-data.js'

interface KeywordsProps {
  readonly data: BugData
  readonly onChange: OnChange
}

const most = 12

export function Keywords({ data: { bug, metadata }, onChange }: KeywordsProps) {
  const { texts } = useApp()
  const { isInvalid, describedBy, message } = useRefusal('keywords')
  const label = texts.fields.keywords
  const typed = useSignal('')
  const add = (text: string) => {
    typed.value = ''
    const names = text.split(',').map((one) => one.trim())
    const missing = names.filter((name) => name !== '' && !bug.keywords.includes(name))
    if (missing.length > 0) onChange({ keywords: { add: missing } }, label, texts.bug.added(missing.join(', ')))
  }
  const remove = (name: string) => onChange({ keywords: { remove: [name] } }, label, texts.bug.removed(name))
  const offered = metadata.keywords.filter(({ name, is_active }) => is_active && !bug.keywords.includes(name))
  return (
    <FieldRow label={label}>
      {bug.keywords.length > 0 && (
        <First of={bug.keywords}>{(some) => <KeywordTags names={some} onRemove={remove} />}</First>
      )}
      <Combobox
        label={label}
        value={typed.value}
        placeholder={texts.bug.addKeyword}
        from={0}
        isInvalid={isInvalid}
        describedBy={describedBy}
        suggest={async (text) => {
          const words = text.trim().toLowerCase()
          const matches = offered.filter(({ name }) => name.toLowerCase().includes(words)).slice(0, most)
          return matches.map(({ name }) => ({ key: name, value: name, content: <bdi>{visible(name)}</bdi> }))
        }}
        onInput={(text) => (typed.value = text)}
        onChoose={add}
        onEnter={add}
        onLeave={add}
        onEscape={() => (typed.value = '')}
      />
      {message}
    </FieldRow>
  )
}

interface KeywordTagsProps {
  readonly names: readonly string[]
  readonly onRemove: (name: string) => void
}

function KeywordTags({ names, onRemove }: KeywordTagsProps) {
  const { texts } = useApp()
  return (
    <ul class="tags keyword-tags">
      {names.map((name) => (
        <li key={name} class="tag">
          <bdi>{visible(name)}</bdi>
          <button
            type="button"
            class="quiet icon-button"
            aria-label={texts.bug.removeKeyword(visible(name))}
            onClick={() => onRemove(name)}
          >
            <Icon name="remove" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}
