// Icons. Without a label, they are beside text with the same meaning.
import { icons, type IconName } from '../generated/icons.js'

interface IconProps {
  readonly name: IconName
  readonly size?: number
  /** The words for it, where there are none beside it. */
  readonly label?: string
}

export function Icon({ name, size = 16, label }: IconProps) {
  const said =
    label === undefined ? ({ 'aria-hidden': 'true' } as const) : ({ role: 'img', 'aria-label': label } as const)
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" {...said}>
      <path d={icons[name]} />
    </svg>
  )
}
