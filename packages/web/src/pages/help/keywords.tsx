// The keywords and their meaning.
import type { Keyword } from '@trackerkit/client'
import { CountLink } from '../../parts/count-link.js'
import { PartLinks } from '../../parts/part-links.js'
import { TableHeader } from '../../parts/table-header.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { offsetIn } from '../../page/offset.js'
import { partOf, type Part } from '../../page/part.js'
import { helpTexts } from '../../texts/english/help.js'

interface KeywordsData {
  readonly part: Part<Keyword>
  /** Open bugs by the name of their keyword. */
  readonly open: ReadonlyMap<string, number>
}

export const keywords = definePage<KeywordsData>({
  texts: { help: helpTexts },
  async load(operations, { query }) {
    const [all, { x, counts }] = await Promise.all([
      operations.keywords.get(),
      operations.bugs.count({ status: '__open__', x: 'keywords' }),
    ])
    const part = partOf(all.keywords, offsetIn(query))
    return { part, open: new Map(x.map((name, row) => [name, counts[row]?.[0] ?? 0])) }
  },
  title: (_, texts) => texts.help.keywords.title,
  View: ({ data: { part, open }, address: { path, query } }) => {
    const labels = useApp().texts.help.keywords
    return (
      <div class="list-page">
        <h1>{labels.title}</h1>
        {part.total === 0 ? (
          <p>{labels.none}</p>
        ) : (
          <table class="things" aria-label={labels.title}>
            <TableHeader of={[labels.keyword, labels.description, labels.open]} />
            <tbody>
              {part.rows.map(({ id, name, description }) => (
                <tr key={id}>
                  <th scope="row">
                    <bdi>{visible(name)}</bdi>
                  </th>
                  <td data-label={labels.description}>
                    <bdi>{visible(description)}</bdi>
                  </td>
                  <td data-label={labels.open} class="number">
                    <CountLink count={open.get(name) ?? 0} query={{ keywords: name, status: '__open__' }} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <PartLinks part={part} address={{ path, query }} />
      </div>
    )
  },
})
