// Changes made at one moment.
import type { HistoryEntry } from '@trackerkit/client'
import { fieldNameOf } from '../../page/field-label.js'
import { wordsOfValue } from '../../page/value-words.js'
import { LongText } from '../../parts/long-text.js'
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
