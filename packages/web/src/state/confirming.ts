// Waiting for dialogs over the page.
import type { Signal } from '@preact/signals'
import type { App } from './app.js'

/** Resolves when the dialog is closed that confirms the session: whether it is confirmed. */
export async function confirmed({ confirming }: Pick<App, 'confirming'>): Promise<boolean> {
  confirming.value = 'open'
  return (await changed(confirming, (state) => state !== 'open')) === 'confirmed'
}

/** Resolves with the first value that is wanted. */
export function changed<T>(signal: Signal<T>, isWanted: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const stop = signal.subscribe((value) => {
      if (!isWanted(value)) return
      queueMicrotask(() => stop())
      resolve(value)
    })
  })
}
