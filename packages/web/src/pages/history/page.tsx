// Everything that was changed of a bug.
import type { HistoryEntry } from '@trackerkit/client'
import { fieldNameOf } from '../../page/field-label.js'
import { wordsOfValue } from '../../page/value-words.js'
import { TableHeader } from '../../parts/table-header.js'
import { Link } from '../../parts/link.js'
import { LongText } from '../../parts/long-text.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { missingBug } from '../../page/missing-bug.js'
import { offsetIn } from '../../page/offset.js'
import { partOf, type Part } from '../../page/part.js'
import { Missing, Moved, pathOf } from '../../page/page.js'
import { PartLinks } from '../../parts/part-links.js'
import { historyTexts } from '../../texts/english/history.js'

/** Entries on one page. */
const mostEntries = 500

interface HistoryData {
  readonly id: number
  readonly summary: string
  /** The newest first. */
  readonly entries: Part<HistoryEntry>
}

export const history = definePage<HistoryData>({
  texts: { history: historyTexts },
  async load(operations, { params, query }) {
    const name = params['id'] ?? ''
    const [{ bugs: histories }, { bugs }] = await Promise.all([
      operations.bugs.history({ ids: [name] }),
      operations.bugs.get({ ids: [name], include_fields: ['id', 'summary'] }),
    ]).catch(missingBug(name))
    const [bug] = bugs
    if (!bug) throw new Missing('bug', name)
    if (name !== String(bug.id)) throw new Moved(pathOf('bug', bug.id, 'history'))
    const all = histories.flatMap(({ history: entries }) => entries).toReversed()
    return { ...bug, entries: partOf(all, offsetIn(query), mostEntries) }
  },
  title: ({ id }, texts) => texts.history.title(id),
  View: ({ data: { id, summary, entries }, address: { path, query } }) => {
    const { history: labels } = useApp().texts
    return (
      <div class="list-page">
        <p class="place">
          <Link to={pathOf('bug', id)}>
            {labels.back(id)} <bdi>{visible(summary)}</bdi>
          </Link>
        </p>
        <h1>{labels.title(id)}</h1>
        {entries.total === 0 ? <p class="nothing">{labels.none}</p> : <Entries entries={entries.rows} />}
        <PartLinks part={entries} address={{ path, query }} size={mostEntries} />
      </div>
    )
  },
})

function Entries({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const { texts } = useApp()
  const { history: labels } = texts
  return (
    <table class="things changelog" aria-label={labels.table}>
      <TableHeader of={[labels.when, labels.who, labels.field, labels.before, labels.after]} />
      <tbody>
        {entries.flatMap(({ when, who, changes }, entry) =>
          changes.map((change, index) => (
            <tr key={`${entry} ${index}`}>
              <td data-label={labels.when}>
                <Time at={when} />
              </td>
              <td data-label={labels.who}>
                <bdi>{visible(who)}</bdi>
              </td>
              <th scope="row" data-label={labels.field}>
                {visible(fieldNameOf(texts, change))}
              </th>
              <td data-label={labels.before}>
                <LongText text={wordsOfValue(texts, change.field_name, change.removed)} />
              </td>
              <td data-label={labels.after}>
                <LongText text={wordsOfValue(texts, change.field_name, change.added)} />
                {change.rule !== undefined && <> {texts.bug.byRule(change.rule)}</>}
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
