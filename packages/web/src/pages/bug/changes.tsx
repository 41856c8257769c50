// What was changed at one moment.
import type { HistoryEntry } from '@trackerkit/client'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'

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
              <bdi>{visible(change.removed)}</bdi>
            </del>
          )}
          {change.removed !== '' && change.added !== '' && <span class="arrow"> → </span>}
          {change.added !== '' && (
            <ins>
              <bdi>{visible(change.added)}</bdi>
            </ins>
          )}
        </li>
      ))}
    </ul>
  )
}

function fieldNameOf(texts: Texts, { field_name, attachment_id }: HistoryEntry['changes'][number]): string {
  const known = Object.hasOwn(texts.fields, field_name) ? texts.fields[field_name as keyof Texts['fields']] : field_name
  return attachment_id === undefined ? known : `${texts.bug.onAttachment(attachment_id)} ${known}`
}
