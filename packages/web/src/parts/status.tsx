import { Icon } from './icon.js'
import { visible } from './visible.js'

interface StatusProps {
  readonly status: string
  readonly resolution: string
  readonly isOpen: boolean
}

/** Status of a bug: a ring for open, a tick for closed, and the name. */
export function Status({ status, resolution, isOpen }: StatusProps) {
  return (
    <span class={`status ${isOpen ? 'is-open' : 'is-closed'}`}>
      <Icon name={isOpen ? 'open' : 'closed'} size={14} />
      <bdi>{visible(resolution === '' ? status : `${status} ${resolution}`)}</bdi>
    </span>
  )
}
