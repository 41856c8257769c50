import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** What lies in a piece of its own, which is loaded when it is wanted first. Undefined until it is there. */
export function useOnDemand<T extends object>(load: () => Promise<T>, isWanted: boolean): T | undefined {
  const loaded = useSignal<T | undefined>(undefined)
  useEffect(() => {
    if (!isWanted || loaded.value) return
    load().then(
      (it) => (loaded.value = it),
      () => undefined,
    )
  }, [isWanted])
  return loaded.value
}
