// Icons. Without a label, they are beside text with the same meaning.
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import Check from 'lucide/dist/esm/icons/check.mjs'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import ChevronUp from 'lucide/dist/esm/icons/chevron-up.mjs'
import ChevronsDown from 'lucide/dist/esm/icons/chevrons-down.mjs'
import ChevronsUp from 'lucide/dist/esm/icons/chevrons-up.mjs'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import CircleDashed from 'lucide/dist/esm/icons/circle-dashed.mjs'
import CircleDot from 'lucide/dist/esm/icons/circle-dot.mjs'
import CircleEllipsis from 'lucide/dist/esm/icons/circle-ellipsis.mjs'
import CircleSlash from 'lucide/dist/esm/icons/circle-slash.mjs'
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import Equal from 'lucide/dist/esm/icons/equal.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import Menu from 'lucide/dist/esm/icons/menu.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import OctagonAlert from 'lucide/dist/esm/icons/octagon-alert.mjs'
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Reply from 'lucide/dist/esm/icons/reply.mjs'
import Search from 'lucide/dist/esm/icons/search.mjs'
import Sparkles from 'lucide/dist/esm/icons/sparkles.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { h } from 'preact'

const icons = {
  attach: Paperclip,
  back: ChevronLeft,
  check: Check,
  closed: CircleCheck,
  comments: MessageSquare,
  critical: TriangleAlert,
  dots: Ellipsis,
  down: ArrowDown,
  duplicate: Copy,
  edit: Pencil,
  forward: ChevronRight,
  high: ChevronUp,
  highest: ChevronsUp,
  idea: Sparkles,
  lock: Lock,
  low: ChevronDown,
  lowest: ChevronsDown,
  major: CircleAlert,
  menu: Menu,
  middle: Equal,
  more: ChevronDown,
  open: CircleDot,
  plus: Plus,
  progress: CircleEllipsis,
  remove: X,
  reply: Reply,
  search: Search,
  severe: OctagonAlert,
  unconfirmed: CircleDashed,
  unfixed: CircleSlash,
  up: ArrowUp,
}

export type IconName = keyof typeof icons

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
      {icons[name].map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  )
}
