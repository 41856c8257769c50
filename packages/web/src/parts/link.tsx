import type { ComponentChildren } from 'preact'
import { useApp } from '../state/app.js'

interface LinkProps {
  /** A path below the prefix. */
  readonly to: string
  readonly children: ComponentChildren
  readonly id?: string | undefined
  readonly class?: string
  /** `auto`: a user wrote the text, so it has its own direction. */
  readonly dir?: 'auto'
  readonly draggable?: boolean
  readonly role?: 'menuitem' | undefined
  readonly tabIndex?: number
  readonly 'aria-current'?: 'page' | undefined
  readonly 'aria-keyshortcuts'?: string
  readonly 'aria-label'?: string | undefined
}

/** Lists and charts lead to ever more lists, for search engines. */
const leadsOnWithoutEnd = /^\/(bugs\?|charts|search|board)|\/(history|graph)$/

/** A link to another page of the tracker. */
export function Link({ to, children, ...others }: LinkProps) {
  const { href } = useApp()
  return (
    <a {...others} href={href(to)} rel={leadsOnWithoutEnd.test(to) ? 'nofollow' : undefined}>
      {children}
    </a>
  )
}
