import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { useApp } from './app.js'
import { say } from './notice.js'

interface Writing {
  /** Changes something, says so, and goes on: with the page as it is then, unless `next` says otherwise. Whether it was done. */
  readonly run: (change: () => Promise<unknown>, done: string, next?: () => Promise<void>) => Promise<boolean>
  readonly isBusy: boolean
  /** What the API has said against it. */
  readonly refusal: string | undefined
}

/** What pages that change something have in common. */
export function useWrite(): Writing {
  const app = useApp()
  const isBusy = useSignal(false)
  const refusal = useSignal<string | undefined>(undefined)
  const run: Writing['run'] = async (change, done, next = app.reload) => {
    isBusy.value = true
    refusal.value = undefined
    try {
      await change()
      say(app, done)
      await next()
      return true
    } catch (error) {
      if (!isTrackerError(error)) throw error
      refusal.value = error.message
      return false
    } finally {
      isBusy.value = false
    }
  }
  return { run, isBusy: isBusy.value, refusal: refusal.value }
}
