/** Focuses an element that the next rendering makes, unless the user has moved the focus by then. */
export function focusRendered(find: () => HTMLElement | null | undefined): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement === before || activeElement === document.body) find()?.focus()
  })
}
