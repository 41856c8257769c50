// Actions of single keys.
import { useEffect } from 'preact/hooks'
import { useApp, type KeyActions } from './app.js'

/** Adds key actions that press no control, as long as the page is shown. */
export function useKeys(actions: KeyActions): void {
  const { keys } = useApp()
  useEffect(() => {
    keys.add(actions)
    return () => {
      keys.delete(actions)
    }
  })
}
