import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { say } from '../state/notice.js'
import type { MoreTexts } from '../texts/index.js'

/** A part in a piece of its own. */
interface Piece {
  /** What it says beyond what is in the main script. */
  readonly texts?: MoreTexts
}

/** What lies in a piece of its own, which is loaded when it is wanted first. Undefined until it is there; where it is not to be had, that is said. */
export function useOnDemand<T extends Piece>(
  load: () => Promise<T>,
  isWanted: boolean,
  failed?: () => void,
): T | undefined {
  const app = useApp()
  const loaded = useSignal<T | undefined>(undefined)
  useEffect(() => {
    if (!isWanted || loaded.value) return
    load().then(
      (it) => {
        app.learn(it.texts ?? {})
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
