// The header of a table.
interface HeadsProps {
  readonly of: readonly string[]
  /** The last column has buttons, and no name. */
  readonly hasButtons?: boolean
}

export function TableHeader({ of, hasButtons = false }: HeadsProps) {
  return (
    <thead>
      <tr>
        {of.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
        {hasButtons && <td />}
      </tr>
    </thead>
  )
}
