interface NoRowsProps {
  readonly columns: number
  readonly text: string
}

/** A table row for an empty table. */
export function NoRows({ columns, text }: NoRowsProps) {
  return (
    <tr class="no-rows">
      <td colSpan={columns}>{text}</td>
    </tr>
  )
}
