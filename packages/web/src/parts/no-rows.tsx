interface NoRowsProps {
  readonly columns: number
  readonly text: string
}

/** Says in a table that there is nothing in it. */
export function NoRows({ columns, text }: NoRowsProps) {
  return (
    <tr class="no-rows">
      <td colSpan={columns}>{text}</td>
    </tr>
  )
}
