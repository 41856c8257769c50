// The lines of a unified diff with their numbers.
import { parsePatch } from 'diff'

export interface PatchLine {
  readonly kind: 'added' | 'removed' | 'same' | 'head'
  readonly sign: string
  readonly text: string
  readonly before: number | undefined
  readonly after: number | undefined
}

export interface PatchFile {
  readonly name: string
  readonly lines: readonly PatchLine[]
}

/** Empty if the text is no unified diff. */
export function filesOfPatch(text: string): PatchFile[] {
  try {
    return parsePatch(text)
      .filter(({ hunks }) => hunks.length > 0)
      .map(({ oldFileName, newFileName, hunks }) => ({
        name: newFileName === undefined || newFileName === '/dev/null' ? (oldFileName ?? '') : newFileName,
        lines: hunks.flatMap(linesOf),
      }))
  } catch {
    return []
  }
}

interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

function linesOf({ oldStart, newStart, lines }: Hunk): PatchLine[] {
  let [before, after] = [oldStart, newStart]
  const head: PatchLine = {
    kind: 'head',
    sign: '',
    text: `@@ ${oldStart} → ${newStart} @@`,
    before: undefined,
    after: undefined,
  }
  const rest = lines.map((line): PatchLine => {
    const [sign, text] = [line[0] ?? ' ', line.slice(1)]
    if (sign === '+') return { kind: 'added', sign, text, before: undefined, after: after++ }
    if (sign === '-') return { kind: 'removed', sign, text, before: before++, after: undefined }
    if (sign === '\\') return { kind: 'head', sign: '', text: line, before: undefined, after: undefined }
    return { kind: 'same', sign: ' ', text, before: before++, after: after++ }
  })
  return [head, ...rest]
}
