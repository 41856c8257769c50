import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { moreStyles } from '../state/more-styles.js'
import { say } from '../state/notice.js'
import type { MoreTexts } from '../texts/index.js'

/**
 * Loads a module with its `texts` and the styles, which the first view does without, when it is first needed. Undefined until it is
 * loaded; a failure shows a notice.
 */
export function useOnDemand<T extends object>(
  load: () => Promise<T>,
  isWanted: boolean,
  failed?: () => void,
): T | undefined {
  const app = useApp()
  const loaded = useSignal<T | undefined>(undefined)
  useEffect(() => {
    if (!isWanted || loaded.value) return
    Promise.all([load(), moreStyles()]).then(
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
