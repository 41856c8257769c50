// A text as it will be shown.
import { useSignal } from '@preact/signals'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { parseMarkdown } from '@trackerkit/markdown'
import { useEffect, useMemo } from 'preact/hooks'
import { useApp } from '../state/app.js'
import type { NewFile } from './files.js'
import { Markdown, mostAtOnce, type ShownPicture } from './markdown.js'
import { withName, withNumber, withoutReferences } from './picture-references.js'
import { Text } from './text.js'

interface PreviewProps {
  readonly text: string
  readonly isMarkdown: boolean
  readonly attachments: BugsViewAnswer['attachments']
  /** Those that are not sent yet. */
  readonly files?: readonly NewFile[] | undefined
}

const none: readonly NewFile[] = []

/** Above the IDs of attachments. */
const firstUnsent = 900_000_000

export function Preview({ text, isMarkdown, attachments, files = none }: PreviewProps) {
  const labels = useApp().texts.markdown
  const unsent = useUnsent(files)
  const pictures = useMemo(() => [...attachments, ...unsent], [attachments, unsent])
  const isWanted = useSignal(false)
  const isFormatted = isMarkdown && (isWanted.value || text.length <= mostAtOnce)
  const root = useMemo(() => {
    if (!isFormatted) return null
    const numbered = files.reduce((result, one) => withNumber(withName(result, one), one, firstUnsent + one.key), text)
    return parseMarkdown(withoutReferences(numbered))
  }, [text, isFormatted, files])
  return (
    <div role="document">
      {text.trim() === '' ? (
        <p class="quiet-text">{labels.nothing}</p>
      ) : (
        <>
          {isFormatted && !root && <p class="quiet-text">{labels.tooDeep}</p>}
          {root ? <Markdown root={root} attachments={pictures} /> : <Text text={text} />}
          {isMarkdown && !isFormatted && (
            <button type="button" class="quiet whole-comment" onClick={() => (isWanted.value = true)}>
              {labels.show}
            </button>
          )}
        </>
      )}
    </div>
  )
}

/** Files as attachments, with addresses that only this page has. */
function useUnsent(files: readonly NewFile[]): readonly ShownPicture[] {
  const unsent = useMemo(
    () =>
      files.map(({ key, file: { type, size }, file }) => {
        const about = { id: firstUnsent + key, content_type: type, size, is_obsolete: false }
        return { ...about, address: URL.createObjectURL(file) }
      }),
    [files],
  )
  useEffect(() => () => unsent.forEach(({ address }) => URL.revokeObjectURL(address)), [unsent])
  return unsent
}
