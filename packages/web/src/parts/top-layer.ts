// Panels above the page, beside the button that opens them.
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

type Reference = RefObject<HTMLElement | null>

/** Shows the panel above everything, and keeps it beside its button. */
export function useTopLayer(panel: Reference, anchor: Reference): void {
  useLayoutEffect(() => {
    const [shown, beside] = [panel.current, anchor.current]
    if (!shown || !beside) return undefined
    const placeNow = () => place(shown, beside)
    shown.showPopover()
    placeNow()
    const sizes = new ResizeObserver(placeNow)
    sizes.observe(shown)
    addEventListener('scroll', placeNow, true)
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', placeNow, true)
    }
  }, [])
}

const gap = 4
const margin = 8

/** Below the button, above it if there is more room, and always within the window. */
export function place(panel: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = panel
  const isBelow = innerHeight - bottom >= offsetHeight + margin || innerHeight - bottom >= top
  const y = isBelow ? bottom + gap : top - offsetHeight - gap
  panel.style.inset = 'auto'
  panel.style.left = `${Math.max(margin, Math.min(left, innerWidth - offsetWidth - margin))}px`
  panel.style.top = `${Math.max(margin, Math.min(y, innerHeight - offsetHeight - margin))}px`
}

/** Calls back when the user presses something outside of the panel and its button. */
export function useOutside(panel: Reference, anchor: Reference, leave: () => void): void {
  const last = useRef(leave)
  last.current = leave
  useEffect(() => {
    const press = ({ target }: Event) => {
      const isWithin = [panel, anchor].some(({ current }) => current?.contains(target as Node))
      if (!isWithin) last.current()
    }
    addEventListener('pointerdown', press, true)
    return () => removeEventListener('pointerdown', press, true)
  }, [])
}
