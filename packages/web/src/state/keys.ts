// What single keys do.
import { useEffect } from 'preact/hooks'
import { useApp, type KeyActions } from './app.js'

/** What a page does by keys that press none of its controls, as long as it is shown. */
export function useKeys(actions: KeyActions): void {
  const { keys } = useApp()
  useEffect(() => {
    keys.add(actions)
    return () => {
      keys.delete(actions)
    }
  })
}
