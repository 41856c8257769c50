// Icons. Without a label, they are beside text with the same meaning.
import { icons, type IconName } from '../generated/icons.js'

interface IconProps {
  readonly name: IconName
  readonly size?: number
  /** The words for it, where there are none beside it. */
  readonly label?: string
}

export function Icon({ name, size = 16, label }: IconProps) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? 'true' : undefined}
    >
      <path d={icons[name]} />
    </svg>
  )
}
