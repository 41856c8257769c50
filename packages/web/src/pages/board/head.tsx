// The title of the board, and the fields of its columns and rows.
import { labelOf, labelOfField } from '../../page/field-label.js'
import type { PageAddress } from '../../page/page.js'
import { Choice } from '../../parts/choice.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { columnFields, queryOfList, type BoardData } from './load.js'

interface BoardHeadProps {
  readonly data: BoardData
  readonly address: PageAddress
}

export function BoardHead({ data, address: { query } }: BoardHeadProps) {
  const { texts } = useApp()
  const labels = texts.board
  const list = queryOfList(query)
  return (
    <div class="list-head">
      <h1>{visible(query.get('savedsearch') ?? labels.title)}</h1>
      {!data.failure && <p class="count">{texts.bugs(data.total)}</p>}
      <div class="list-actions">
        <BoardChoice data={data} query={query} input="columns" value={data.by} />
        <BoardChoice data={data} query={query} input="rows" value={data.rowsBy} />
        <Link to={`/bugs?${list}`}>{labels.list}</Link>
      </div>
    </div>
  )
}

interface BoardChoiceProps {
  readonly data: BoardData
  readonly query: URLSearchParams
  readonly input: 'columns' | 'rows'
  readonly value: string
}

/** The field of the columns, or of the rows, which need none. */
function BoardChoice({ data, query, input, value }: BoardChoiceProps) {
  const app = useApp()
  const { texts } = app
  const label = texts.board[input]
  const none = input === 'rows' ? [{ value: '', text: texts.board.none }] : []
  const fields = columnFields(data.metadata).map((field) => ({
    value: field.name_in_bugs ?? '',
    text: labelOfField(texts, field),
  }))
  const go = (chosen: string) => {
    const others = [...query].filter(([name]) => name !== input)
    return app.go(`/board?${new URLSearchParams(chosen === '' ? others : [...others, [input, chosen]])}`)
  }
  return (
    <div class="board-columns">
      <span class="quiet-text" aria-hidden="true">
        {label}
      </span>
      <Choice
        label={label}
        value={[value]}
        shown={labelOf(data, texts, value)}
        options={() => [...none, ...fields]}
        onSave={([chosen = '']) => void go(chosen)}
      />
    </div>
  )
}
