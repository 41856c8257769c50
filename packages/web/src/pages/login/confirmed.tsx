// The end of a login or confirmation by a provider, in a separate window: it notifies the page that waits.
import { useEffect } from 'preact/hooks'
import { definePage } from '../../page/define.js'
import { useApp } from '../../state/app.js'
import { confirmationChannel } from '../../state/provider-login.js'
import { loginStepTexts } from '../../texts/english/login-step.js'

export const confirmed = definePage<object>({
  texts: { loginStep: loginStepTexts },
  load: async () => ({}),
  title: (_, texts) => texts.loginStep.done,
  View: () => {
    const { texts, site } = useApp()
    useEffect(() => {
      new BroadcastChannel(confirmationChannel(site.prefix)).postMessage('confirmed')
      close()
    }, [])
    return (
      <div class="login-page">
        <h1>{texts.loginStep.done}</h1>
        <p>{texts.loginStep.close}</p>
      </div>
    )
  },
})
