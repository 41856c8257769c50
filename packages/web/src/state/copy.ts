// Copying texts.
import type { App } from './app.js'
import { say } from './notice.js'

/** Browsers have a clipboard on secure origins only. */
export function canCopy(): boolean {
  return 'clipboard' in navigator
}

/** Copies a text, and shows a notice about it. */
export async function copyText(app: Pick<App, 'notice' | 'texts'>, text: string, notice: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  say(app, isCopied ? notice : app.texts.error.title)
}
