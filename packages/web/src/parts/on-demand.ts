import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { say } from '../state/notice.js'
import type { MoreTexts } from '../texts/index.js'

/** Milliseconds until a module that stays wanted is loaded again. */
const pause = 10_000

/**
 * Loads a module when it is first needed, with its `texts` and, unless it has none, the styles that lists and bugs begin
 * without. Undefined until then. A failure shows a notice; without `failed`, the module is loaded again after a pause.
 */
export function useOnDemand<T extends object>(
  load: () => Promise<T>,
  isWanted: boolean,
  failed?: () => void,
  hasStyles = true,
): T | undefined {
  const app = useApp()
  const loaded = useSignal<T | undefined>(undefined)
  const failures = useSignal(0)
  useEffect(() => {
    if (!isWanted) failures.value = 0
    if (!isWanted || loaded.value) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    Promise.all([load(), hasStyles && app.moreStyles()]).then(
      ([it]) => {
        if ('texts' in it) app.learn(it.texts as MoreTexts)
        loaded.value = it
      },
      () => {
        // One notice is enough until the user does something.
        if (failed || failures.value === 0) say(app, app.texts.error.title)
        if (failed) failed()
        else timer = setTimeout(() => (failures.value += 1), pause)
      },
    )
    return () => clearTimeout(timer)
  }, [isWanted, failures.value])
  return loaded.value
}
