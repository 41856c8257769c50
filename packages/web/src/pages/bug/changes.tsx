// Changes made at one moment.
import { useSignal } from '@preact/signals'
import type { HistoryEntry } from '@trackerkit/client'
import { fieldNameOf } from '../../page/field-label.js'
import { wordsOfValue } from '../../page/value-words.js'
import { LongText } from '../../parts/long-text.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'

export function Changes({ changes }: { readonly changes: HistoryEntry['changes'] }) {
  const { texts } = useApp()
  if (changes.length === 0) return null
  return (
    <ul class="changes" aria-label={texts.bug.changes}>
      {changes.map((change, index) => (
        <li key={index}>
          <span class="field-name">{visible(fieldNameOf(texts, change))}</span>{' '}
          {change.removed !== '' && (
            <del>
              <LongText text={wordsOfValue(texts, change.field_name, change.removed)} />
            </del>
          )}
          {change.removed !== '' && change.added !== '' && <span class="arrow"> → </span>}
          {change.added !== '' && (
            <ins>
              <LongText text={wordsOfValue(texts, change.field_name, change.added)} />
            </ins>
          )}
          {change.rule !== undefined && <> {texts.bug.byRule(change.rule)}</>}
        </li>
      ))}
    </ul>
  )
}

interface MergedChangesProps {
  readonly changes: HistoryEntry['changes']
  /** Of the user. */
  readonly name: string
  readonly at: Date
}

/** The changes of a user within minutes, behind a button that names their fields. */
export function MergedChanges({ changes, name, at }: MergedChangesProps) {
  const { texts, isLive } = useApp()
  const isOpen = useSignal(false)
  const fields = [...new Set(changes.map((change) => visible(fieldNameOf(texts, change))))]
  const text = texts.bug.changedFields(fields)
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={`${name} ${text}`}
        aria-expanded={isOpen.value}
        disabled={!isLive.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {text}
      </button>
      <Time at={at} />
      <div class={isOpen.value ? 'merged-changes is-open' : 'merged-changes'}>
        <Changes changes={changes} />
      </div>
    </>
  )
}
