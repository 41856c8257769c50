// The field for a new tag of a comment.
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { SuggestionList } from '../../parts/suggestion-list.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'

interface AddTagProps {
  readonly isAdding: Signal<boolean>
  readonly onAdd: (tag: string) => void
}

export function AddTag({ isAdding, onAdd }: AddTagProps) {
  const { texts, operations } = useApp()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const add = (tag: string) => {
    isAdding.value = false
    if (tag.trim() !== '') onAdd(tag.trim())
  }
  return (
    <span class="combobox">
      <input
        ref={field}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={texts.bug.tag.name}
        aria-autocomplete="list"
        aria-expanded="false"
        onKeyDown={(event) => {
          if (event.isComposing) return
          if (event.key === 'Enter') add(event.currentTarget.value)
          else if (event.key === 'Escape') isAdding.value = false
          else return
          event.preventDefault()
        }}
      />
      <SuggestionList
        field={field}
        label={texts.bug.tag.name}
        suggest={async (query, signal) => {
          const tags = await operations.comments.searchTags({ query, limit: 8 }, { signal })
          return tags.map((tag) => ({ key: tag, value: tag, content: <bdi>{visible(tag)}</bdi> }))
        }}
        onChoose={add}
      />
    </span>
  )
}
