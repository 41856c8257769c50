import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { useApp } from './app.js'
import { say } from './notice.js'

interface Writing {
  /** Runs a change, shows a notice, and reloads the page or calls `next`. False if it failed. */
  readonly run: (change: () => Promise<unknown>, done: string, next?: () => Promise<unknown>) => Promise<boolean>
  readonly isBusy: boolean
  /** The error of the API. */
  readonly refusal: string | undefined
}

/** Runs the changes of a page. */
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
