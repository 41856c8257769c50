// Instead of a page for users: the login page of the host, or where it has none, a page that asks for a login.
import { definePage } from '../page/define.js'
import type { Opened } from '../page/page.js'
import { Link } from '../parts/link.js'
import { useApp } from '../state/app.js'
import { logInPath, logInPathFrom } from '../state/log-in-path.js'
import { serverTexts } from '../texts/english/server.js'
import { anonymousAddress, type RequestContext } from './request-context.js'

const page = definePage<null>({
  load: async () => Promise.resolve(null),
  title: () => serverTexts.logInFirst,
  View: LogInFirstPage,
  status: () => 401,
})

function LogInFirstPage() {
  const app = useApp()
  return (
    <div class="plain-page">
      <h1>{serverTexts.logInFirst}</h1>
      <p class="ways">
        <Link to={logInPath(app)}>{app.texts.layout.logIn}</Link>
      </p>
    </div>
  )
}

export function logInAtHost(context: RequestContext): Opened {
  const address = anonymousAddress(context)
  // Without a login page, the host would only lead back here.
  if (context.site.host?.loginUrl) return { kind: 'moved', to: logInPathFrom(address, false) }
  const entry = { name: 'log-in-first', pattern: context.path, open: () => page }
  return { kind: 'page', entry, page, data: null as never, address }
}
