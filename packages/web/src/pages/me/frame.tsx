// The frame of the user's settings.
import type { ComponentChildren } from 'preact'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import type { Who } from '../../page/who.js'
import { LogInFirst, type PageAddress } from '../../page/page.js'

interface FrameProps {
  readonly heading: string
  readonly action?: ComponentChildren
  readonly children: ComponentChildren
}

export function Frame({ heading, action, children }: FrameProps) {
  const { texts, shown, site } = useApp()
  const { me } = texts
  const { path } = shown.value.address
  const parts = {
    '/me': me.profile,
    '/me/notifications': me.notifications,
    '/me/searches': me.searches,
    '/me/api-keys': me.apiKeys,
    ...(site.login.by === 'pages' && {
      '/me/sessions': me.sessions,
      '/me/logins': me.logins,
      '/me/two-factor': me.twoFactor,
    }),
  }
  return (
    <div class="admin">
      <nav class="admin-nav" aria-label={me.navigation}>
        {Object.entries(parts).map(([to, name]) => (
          <Link key={to} to={to} aria-current={path === to ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <div class="admin-page">
        <div class="section-head">
          <h1>{heading}</h1>
          {action}
        </div>
        <WithoutScripts />
        {children}
      </div>
    </div>
  )
}

/** The current user. @throws LogInFirst */
export function requireWho({ who }: PageAddress): Who {
  if (!who) throw new LogInFirst()
  return who
}
