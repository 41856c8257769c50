import type { MarkName } from '../generated/icons.js'
import { inWords } from '../page/value-words.js'
import { useApp } from '../state/app.js'
import { visible } from './visible.js'

interface StatusProps {
  readonly status: string
  readonly resolution: string
  readonly isOpen: boolean
}

/** Status of a bug: a mark for how far it is, and the name in words. */
export function Status({ status, resolution, isOpen }: StatusProps) {
  const { texts } = useApp()
  const words = inWords(texts, status)
  return (
    <bdi
      class={`status mark-${markOf(status, resolution, isOpen)}`}
      title={visible(resolution === '' ? status : `${status} ${resolution}`)}
    >
      {visible(resolution === '' ? words : texts.resolved(words, inWords(texts, resolution)))}
    </bdi>
  )
}

function markOf(status: string, resolution: string, isOpen: boolean): MarkName {
  if (!isOpen) return resolution === 'DUPLICATE' ? 'duplicate' : resolution === 'FIXED' ? 'closed' : 'unfixed'
  if (status === 'UNCONFIRMED') return 'unconfirmed'
  return status === 'IN_PROGRESS' ? 'progress' : 'open'
}
