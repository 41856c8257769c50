import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { say } from '../state/notice.js'
import type { MoreTexts } from '../texts/index.js'

/**
 * Loads a module when it is first needed, with its `texts` and, unless it has none, the styles that lists and bugs begin
 * without. Undefined until then; a failure shows a notice.
 */
export function useOnDemand<T extends object>(
  load: () => Promise<T>,
  isWanted: boolean,
  failed?: () => void,
  hasStyles = true,
): T | undefined {
  const app = useApp()
  const loaded = useSignal<T | undefined>(undefined)
  useEffect(() => {
    if (!isWanted || loaded.value) return
    Promise.all([load(), hasStyles && app.moreStyles()]).then(
      ([it]) => {
        if ('texts' in it) app.learn(it.texts as MoreTexts)
        loaded.value = it
      },
      () => {
        say(app, app.texts.error.title)
        failed?.()
      },
    )
  }, [isWanted])
  return loaded.value
}
