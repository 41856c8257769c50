import type { ComponentChildren } from 'preact'
import { useApp } from '../state/app.js'

interface LinkProps {
  /** A path below the prefix. */
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly role?: 'menuitem' | undefined
  readonly tabIndex?: number
  readonly 'aria-current'?: 'page' | undefined
  readonly 'aria-keyshortcuts'?: string
}

/** A link to another page of the tracker. */
export function Link({ to, children, ...others }: LinkProps) {
  const { href } = useApp()
  return (
    <a {...others} href={href(to)}>
      {children}
    </a>
  )
}
