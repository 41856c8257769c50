// A sentence for readers without scripts, whose controls the styles leave out.
import { useApp } from '../state/app.js'

export function WithoutScripts() {
  const { texts } = useApp()
  return (
    <noscript>
      <p class="quiet-text">{texts.withoutScripts}</p>
    </noscript>
  )
}
