import type { ComponentChildren } from 'preact'
import { useApp } from '../state/app.js'
import { logInPath } from '../state/log-in-path.js'

interface LogInLinkProps {
  readonly class?: string
  readonly children: ComponentChildren
}

/** A link to the login, which leads back to the page that is shown, at the place that its fragment names by then. */
export function LogInLink({ children, ...others }: LogInLinkProps) {
  const app = useApp()
  return (
    <a
      {...others}
      href={app.href(logInPath(app))}
      onClick={({ currentTarget }) => (currentTarget.href = app.href(logInPath(app, location.hash)))}
    >
      {children}
    </a>
  )
}
