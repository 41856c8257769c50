import { inWords } from '../page/value-words.js'
import { useApp } from '../state/app.js'
import type { IconName } from '../generated/icons.js'
import { Icon } from './icon.js'
import { visible } from './visible.js'

interface StatusProps {
  readonly status: string
  readonly resolution: string
  readonly isOpen: boolean
}

/** Status of a bug: an icon for how far it is, and the name in words. */
export function Status({ status, resolution, isOpen }: StatusProps) {
  const { texts } = useApp()
  const icon = iconOf(status, resolution, isOpen)
  const words = inWords(texts, status)
  return (
    <bdi class={`status is-${icon}`} title={visible(resolution === '' ? status : `${status} ${resolution}`)}>
      <Icon name={icon} />
      {visible(resolution === '' ? words : texts.resolved(words, inWords(texts, resolution)))}
    </bdi>
  )
}

function iconOf(status: string, resolution: string, isOpen: boolean): IconName {
  if (!isOpen) return resolution === 'DUPLICATE' ? 'duplicate' : resolution === 'FIXED' ? 'closed' : 'unfixed'
  if (status === 'UNCONFIRMED') return 'unconfirmed'
  return status === 'IN_PROGRESS' ? 'progress' : 'open'
}
