/** The line that opens the block of code in which these lines end; undefined outside of one. */
export function openFence(lines: readonly string[]): string | undefined {
  let open: { readonly line: string; readonly mark: string } | undefined
  for (const line of lines) {
    const mark = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (mark === undefined) continue
    if (!open) open = { line, mark }
    else if (mark.startsWith(open.mark) && line.trim() === mark) open = undefined
  }
  return open?.line
}
