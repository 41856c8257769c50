import { useApp } from '../state/app.js'

/** One-click logins of an example tracker. Renders nothing in other trackers. */
export function DemoLogin({ returnTo }: { readonly returnTo: string }) {
  const { site, texts, href } = useApp()
  if (!site.demo) return null
  return (
    <div class="demo-login">
      <p>{texts.login.demo}</p>
      <div class="buttons">
        {site.demo.map(({ login, password, name }, index) => (
          <form key={login} method="post" action={href('/-/login')}>
            <input type="hidden" name="login" value={login} />
            <input type="hidden" name="password" value={password} />
            <input type="hidden" name="return_to" value={returnTo} />
            <button type="submit" class={index === 0 ? 'primary' : undefined}>
              {texts.login.demoAs(name)}
            </button>
          </form>
        ))}
      </div>
    </div>
  )
}
