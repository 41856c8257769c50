import { useApp } from '../state/app.js'

/** One-click login of an example tracker. Renders nothing in other trackers. */
export function DemoLogin() {
  const { site, texts, href } = useApp()
  if (!site.demo) return null
  const { login, password } = site.demo
  return (
    <form class="demo-login" method="post" action={href('/-/login')}>
      <p>{texts.login.demo}</p>
      <input type="hidden" name="login" value={login} />
      <input type="hidden" name="password" value={password} />
      <button type="submit" class="primary">
        {texts.login.demoAs(login)}
      </button>
    </form>
  )
}
