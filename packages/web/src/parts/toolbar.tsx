// A row of controls with a single Tab stop, which the arrow keys move. A page with many comments has many controls.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface ToolbarProps {
  readonly class: string
  readonly label: string
  /** Buttons and links, and the menus that they open. */
  readonly children: ComponentChildren
}

export function Toolbar({ label, children, ...others }: ToolbarProps) {
  const bar = useRef<HTMLSpanElement>(null)
  const itemsOf = () => [
    // Without those that only keep their place.
    ...(bar.current?.querySelectorAll<HTMLElement>(':scope > :is(a, button:not(.is-kept-place))') ?? []),
  ]
  /** Leaves the stop where it is for other elements, such as those of an open menu. */
  const stopAt = (stop: EventTarget | null | undefined) => {
    const items = itemsOf()
    if (items.some((item) => item === stop)) for (const item of items) item.tabIndex = item === stop ? 0 : -1
  }
  // The stop may be gone, and new controls are further stops.
  useLayoutEffect(() => {
    const items = itemsOf()
    stopAt(items.find(({ tabIndex }) => tabIndex === 0) ?? items[0])
  })
  return (
    <span
      ref={bar}
      {...others}
      role="toolbar"
      aria-label={label}
      // An open menu gives the focus back to its button.
      onFocusIn={({ target }) => stopAt(target)}
      onKeyDown={(event) => {
        const items = itemsOf()
        const at = items.indexOf(event.target as HTMLElement)
        const next = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key]
        if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        items.at(next % items.length)?.focus()
      }}
    >
      {children}
    </span>
  )
}
