// The banner of a user to whom no email is sent because it bounced, loaded on demand.
import { useApp } from '../state/app.js'
import { bouncedTexts } from '../texts/english/bounced.js'
import { Link } from './link.js'

export const texts = { bounced: bouncedTexts }

/** On every page until the user turns email on again. */
export function BouncedBanner() {
  const { texts, shown } = useApp()
  // That page has the button.
  if (shown.value.address.path === '/me/notifications') return null
  return (
    <section class="acting" aria-label={texts.bounced.title}>
      <p>{texts.bounced.title}</p>
      <Link to="/me/notifications">{texts.bounced.more}</Link>
    </section>
  )
}
