import { useApp } from '../state/app.js'
import { stopActing } from '../state/stop-acting.js'
import { actingTexts } from '../texts/english/acting.js'

/** On every page while the tracker is viewed as another user. */
export function ActingBanner() {
  const app = useApp()
  const { texts, site, who } = app
  if (!site.isActing || !who) return null
  const label = texts.acting.viewingAs(who.login)
  return (
    <section class="acting" aria-label={label}>
      <p>{label}</p>
      <button type="button" onClick={() => void stopActing(app)}>
        {texts.acting.stop}
      </button>
    </section>
  )
}

export const texts = { acting: actingTexts }
