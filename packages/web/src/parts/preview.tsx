// A text as it will be shown.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { parseMarkdown } from '@trackerkit/markdown'
import { useMemo } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { Markdown } from './markdown.js'
import { Text } from './text.js'

interface PreviewProps {
  readonly text: string
  readonly isMarkdown: boolean
  readonly attachments: BugsViewAnswer['attachments']
}

export function Preview({ text, isMarkdown, attachments }: PreviewProps) {
  const labels = useApp().texts.markdown
  const root = useMemo(() => (isMarkdown ? parseMarkdown(text) : null), [text, isMarkdown])
  if (text.trim() === '') return <p class="quiet-text">{labels.nothing}</p>
  return (
    <div role="document">
      {isMarkdown && !root && <p class="quiet-text">{labels.tooDeep}</p>}
      {root ? <Markdown root={root} attachments={attachments} /> : <Text text={text} />}
    </div>
  )
}
