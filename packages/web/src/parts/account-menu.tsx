// The menu of the current user.
import { useRef } from 'preact/hooks'
import { useApp, type App } from '../state/app.js'
import { say } from '../state/notice.js'
import { discOf } from './hued.js'
import { Icon } from './icon.js'
import { Link } from './link.js'
import { LogInLink } from './log-in-link.js'
import { menuKeys } from './menu-keys.js'
import { visible } from './visible.js'

/** The rights that lead to a page of the administration. */
const administrative = new Set([
  'admin',
  'creategroups',
  'editclassifications',
  'editcomponents',
  'editkeywords',
  'editusers',
  'tweakparams',
])

export function AccountMenu() {
  const app = useApp()
  const { who, texts } = app
  if (who) return <Menu />
  return <LogInLink class="button log-in">{texts.layout.logIn}</LogInLink>
}

async function logOut(app: App): Promise<void> {
  try {
    const leaving = await import('../state/log-out.js')
    await leaving.logOut(app)
  } catch {
    say(app, app.texts.error.title)
  }
}

function Menu() {
  const app = useApp()
  const { who, texts, site } = app
  const menu = useRef<HTMLDivElement>(null)
  const isAdministrator = who?.rights.some((right) => administrative.has(right)) ?? false
  const name = who?.name || (who?.login ?? '')
  return (
    <>
      <button type="button" class="quiet account" popovertarget="account-menu" aria-haspopup="menu">
        <span {...discOf(who?.id ?? 0, name)} aria-hidden="true" />
        <span class="account-name">{visible(name)}</span>
        <Icon name="more" size={14} />
      </button>
      <div
        ref={menu}
        id="account-menu"
        class="menu"
        popover="auto"
        role="menu"
        aria-label={texts.layout.account}
        {...menuKeys}
      >
        <Item to="/me" text={texts.layout.settings} />
        <Item to="/me/searches" text={texts.layout.savedSearches} />
        {isAdministrator && <Item to="/admin" text={texts.layout.administration} />}
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-keyshortcuts="?"
          onClick={() => {
            menu.current?.hidePopover()
            app.isHelpOpen.value = true
          }}
        >
          {texts.layout.shortcuts}
        </button>
        {(site.login.by === 'pages' || site.login.logOutUrl !== null) && (
          <button type="button" role="menuitem" tabIndex={-1} onClick={() => void logOut(app)}>
            {texts.layout.logOut}
          </button>
        )}
      </div>
    </>
  )
}

function Item({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1}>
      {text}
    </Link>
  )
}
