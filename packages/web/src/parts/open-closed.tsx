// Open and closed bugs: as bars, and as a table of the same numbers.
import { useApp } from '../state/app.js'
import { Bars } from './bars.js'
import { CountLink } from './count-link.js'
import { Figure } from './figure.js'
import { TableHeader } from './table-header.js'
import { visible } from './visible.js'

export interface OpenClosed {
  readonly name: string
  readonly open: number
  readonly closed: number
  /** The criteria of the bugs that are counted. */
  readonly query: Readonly<Record<string, string>>
}

interface OpenClosedProps {
  readonly title: string
  /** The label of the rows. */
  readonly of: string
  readonly rows: readonly OpenClosed[]
}

export function OpenClosedFigure(props: OpenClosedProps) {
  const { figure: labels, number } = useApp().texts
  const bars = props.rows.map(({ name, open, closed }) => ({
    name: visible(name),
    parts: [open, closed],
    count: `${number(open)} / ${number(open + closed)}`,
  }))
  return (
    <Figure title={props.title} kinds={[labels.open, labels.closed]} numbers={<Numbers {...props} />}>
      <Bars rows={bars} />
    </Figure>
  )
}

function Numbers({ title, of, rows }: OpenClosedProps) {
  const { figure: labels } = useApp().texts
  return (
    <table class="things" aria-label={title}>
      <TableHeader of={[of, labels.open, labels.closed]} />
      <tbody>
        {rows.map(({ name, open, closed, query }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{visible(name)}</bdi>
            </th>
            <td data-label={labels.open}>
              <CountLink count={open} query={{ ...query, status: '__open__' }} />
            </td>
            <td data-label={labels.closed}>
              <CountLink count={closed} query={{ ...query, status: '__closed__' }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
