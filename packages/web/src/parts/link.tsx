import type { ComponentChildren } from 'preact'
import { useApp } from '../state/app.js'

interface LinkProps {
  /** A path below the prefix. */
  readonly to: string
  readonly children: ComponentChildren
  readonly id?: string | undefined
  readonly class?: string
  readonly draggable?: boolean
  readonly role?: 'menuitem' | undefined
  readonly tabIndex?: number
  readonly 'aria-current'?: 'page' | undefined
  readonly 'aria-keyshortcuts'?: string
  readonly 'aria-label'?: string | undefined
}

/** Lists and charts lead to ever more lists, for search engines. */
function leadsOnWithoutEnd(path: string): boolean {
  return (
    path.startsWith('/bugs?') ||
    path.startsWith('/charts') ||
    path.startsWith('/search') ||
    path.startsWith('/board') ||
    path.endsWith('/history') ||
    path.endsWith('/graph')
  )
}

/** A link to another page of the tracker. */
export function Link({ to, children, ...others }: LinkProps) {
  const { href } = useApp()
  return (
    <a {...others} href={href(to)} rel={leadsOnWithoutEnd(to) ? 'nofollow' : undefined}>
      {children}
    </a>
  )
}
