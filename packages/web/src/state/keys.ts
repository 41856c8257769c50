// Actions of single keys.
import { useLayoutEffect } from 'preact/hooks'
import { useApp, type KeyActions } from './app.js'

/** Adds key actions that press no control, as long as the page is shown. */
export function useKeys(actions: KeyActions): void {
  const { keys } = useApp()
  // Before the page is painted: the next key may come sooner.
  useLayoutEffect(() => {
    keys.add(actions)
    return () => {
      keys.delete(actions)
    }
  })
}
