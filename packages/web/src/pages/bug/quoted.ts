// The part of a comment that is selected, as its author wrote it.

interface Written {
  readonly text: string
  readonly is_markdown: boolean
}

/** Letters and digits, which marks do not change. Addresses of links are not shown. */
function lettersOf(text: string): string {
  return text.replace(/\]\([^()\s]*\)/g, ']').replace(/[^\p{L}\p{N}]/gu, '')
}

/** Of Markdown, the lines that hold the selection; otherwise the selection. */
export function quoted({ text, is_markdown }: Written, selected: string): string {
  const wanted = lettersOf(selected)
  if (!is_markdown || wanted === '') return selected.trim()
  const lines = text.split('\n')
  const letters = lines.map(lettersOf)
  const from = letters.join('').indexOf(wanted)
  if (from < 0) return selected.trim()
  let end = 0
  const held = lines.filter((_, index) => {
    const start = end
    end += letters[index]?.length ?? 0
    return end > from && start < from + wanted.length
  })
  return held.join('\n')
}
