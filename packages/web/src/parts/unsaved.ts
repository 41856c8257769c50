// Input that is not kept as a draft: the browser asks before the page is left.
import { useLayoutEffect } from 'preact/hooks'

export function useUnsaved(isUnsaved: boolean): void {
  // At once: the user may leave within milliseconds.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

/** True if the browser would ask. */
export function hasUnsaved(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
