// The field for a new tag of a comment.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { Combobox } from '../../parts/combobox.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'

interface AddTagProps {
  readonly isAdding: Signal<boolean>
  readonly onAdd: (tag: string) => void
}

export function AddTag({ isAdding, onAdd }: AddTagProps) {
  const { texts, operations } = useApp()
  const text = useSignal('')
  const id = useId()
  useEffect(() => document.getElementById(id)?.focus(), [])
  const add = (tag: string) => {
    isAdding.value = false
    if (tag.trim() !== '') onAdd(tag.trim())
  }
  return (
    <Combobox
      label={texts.bug.tag.name}
      inputId={id}
      value={text.value}
      suggest={async (query, signal) => {
        const tags = await operations.comments.searchTags({ query, limit: 8 }, { signal })
        return tags.map((tag) => ({ key: tag, value: tag, content: <bdi>{visible(tag)}</bdi> }))
      }}
      onInput={(typed) => (text.value = typed)}
      onChoose={add}
      onEnter={add}
      onEscape={() => (isAdding.value = false)}
    />
  )
}
