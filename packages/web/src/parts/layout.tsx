// The header and footer of every page.
import type { ComponentChildren } from 'preact'
import { useApp } from '../state/app.js'
import { AccountMenu } from './account-menu.js'
import { Icon } from './icon.js'
import { Link } from './link.js'
import { Notices, WaitingBar } from './notices.js'
import { useOnDemand } from './on-demand.js'
import { SearchBox } from './search-box.js'

export function Layout({ children }: { readonly children: ComponentChildren }) {
  const { texts, shown } = useApp()
  const { value } = shown
  const hasFields = value.kind === 'page' && value.entry.name === 'bug'
  return (
    <>
      <a class="skip" href="#content">
        {texts.layout.skip}
      </a>
      {hasFields && (
        <a class="skip" href="#fields">
          {texts.layout.skipToFields}
        </a>
      )}
      <WaitingBar />
      <Header />
      <Acting />
      <Bounced />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Notices />
      <Help />
      <CommandPalette />
      <Confirming />
      <LoggingInAgain />
    </>
  )
}

const loadActing = () => import('./acting-banner.js')

function Acting() {
  const acting = useOnDemand(loadActing, useApp().site.isActing)
  return acting ? <acting.ActingBanner /> : null
}

const loadBounced = () => import('./bounced-banner.js')

function Bounced() {
  const bounced = useOnDemand(loadBounced, useApp().who?.isEmailBounced ?? false)
  return bounced ? <bounced.BouncedBanner /> : null
}

const loadLogin = () => import('./login-dialog.js')

function LoggingInAgain() {
  const { isLoggedOut } = useApp()
  const login = useOnDemand(loadLogin, isLoggedOut.value, () => (isLoggedOut.value = false))
  return login && isLoggedOut.value ? <login.LoginDialog /> : null
}

const loadHelp = () => import('./help-on-demand.js')

function Help() {
  const { isHelpOpen } = useApp()
  const help = useOnDemand(loadHelp, isHelpOpen.value, () => (isHelpOpen.value = false))
  return help && isHelpOpen.value ? <help.KeysDialog /> : null
}

const loadPalette = () => import('./palette.js')

function CommandPalette() {
  const { isPaletteOpen } = useApp()
  const more = useOnDemand(loadPalette, isPaletteOpen.value, () => (isPaletteOpen.value = false))
  return more && isPaletteOpen.value ? <more.Palette /> : null
}

const loadConfirming = () => import('./confirm-dialog.js')

function Confirming() {
  const { confirming } = useApp()
  const isOpen = confirming.value === 'open'
  const more = useOnDemand(loadConfirming, isOpen, () => (confirming.value = 'no'))
  return more && isOpen ? <more.ConfirmDialog /> : null
}

function Header() {
  const { site, texts, who, shown, href } = useApp()
  const { path } = shown.value.address
  const current = (to: string) => (path === to ? ('page' as const) : undefined)
  return (
    <header class="header">
      <div class="bar">
        <Link to="/" class="brand">
          {site.logo === null ? site.title : <img src={href(`/-/${site.logo}`)} alt={site.title} />}
        </Link>
        <SearchBox />
        <button type="button" class="quiet menu-button" popovertarget="main-menu" aria-label={texts.layout.menu}>
          <Icon name="menu" size={20} />
        </button>
        <div id="main-menu" class="main-menu" popover="auto">
          <nav aria-label={texts.layout.main}>
            <Link to="/bugs?status=__open__" aria-current={current('/bugs')} aria-keyshortcuts="g b">
              {texts.layout.bugs}
            </Link>
            {who && (
              <Link to="/dashboard" aria-current={current('/dashboard')} aria-keyshortcuts="g d">
                {texts.layout.dashboard}
              </Link>
            )}
            {who && <InboxLink isCurrent={path === '/inbox'} />}
            <Link to="/products" aria-current={current('/products')} aria-keyshortcuts="g p">
              {texts.layout.products}
            </Link>
            {who !== null && who.held > 0 && (
              <Link to="/held" aria-current={current('/held')}>
                {texts.layout.held(who.held)}
              </Link>
            )}
            {who && (
              <Link to="/new" class="button primary new-bug" aria-keyshortcuts="c">
                <Icon name="plus" />
                {texts.layout.newBug}
              </Link>
            )}
          </nav>
        </div>
        <AccountMenu />
      </div>
    </header>
  )
}

function InboxLink({ isCurrent }: { readonly isCurrent: boolean }) {
  const { texts, unread } = useApp()
  const count = unread.value ?? 0
  return (
    <Link
      to="/inbox"
      aria-current={isCurrent ? 'page' : undefined}
      aria-keyshortcuts="g i"
      aria-label={count > 0 ? texts.layout.unread(count) : undefined}
    >
      {texts.layout.inbox}
      {count > 0 && <span class="unread-count" data-count={count < 100 ? count : '99+'} />}
    </Link>
  )
}

function Footer() {
  const { site, texts } = useApp()
  if (site.links.length === 0) return null
  return (
    <footer class="footer">
      <nav aria-label={texts.layout.footer}>
        {site.links.map((link) => (
          <a key={link.href} href={link.href}>
            {link.text}
          </a>
        ))}
      </nav>
    </footer>
  )
}
