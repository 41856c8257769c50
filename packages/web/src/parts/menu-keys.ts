// The keys of a menu that the browser opens.

type MenuEvent<E extends Event> = E & { readonly currentTarget: HTMLElement }

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

/** Handlers of a popover with the role `menu`: arrows move the focus, and the first item gets it. */
export const menuKeys = {
  onKeyDown: (event: MenuEvent<KeyboardEvent>) => {
    const all = itemsOf(event.currentTarget)
    const at = all.indexOf(event.target as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  },
  onToggle: (event: MenuEvent<Event>) => {
    const menu = event.currentTarget
    // The event is late: the user may have chosen an item by then.
    const isInside = menu.contains(document.activeElement)
    if ((event as unknown as ToggleEvent).newState === 'open' && !isInside) itemsOf(menu)[0]?.focus()
  },
}
