import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { say } from '../state/notice.js'

/** What lies in a piece of its own, which is loaded when it is wanted first. Undefined until it is there. */
export function useOnDemand<T extends object>(load: () => Promise<T>, isWanted: boolean): T | undefined {
  const app = useApp()
  const loaded = useSignal<T | undefined>(undefined)
  useEffect(() => {
    if (!isWanted || loaded.value) return
    load().then(
      (it) => (loaded.value = it),
      () => say(app, app.texts.error.title),
    )
  }, [isWanted])
  return loaded.value
}
