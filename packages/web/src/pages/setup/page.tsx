// Creates the administrator and the first product of a tracker that has no administrator.
import { useApp, type SetUpState } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import type { SetupData } from './data.js'
import { SetupForm } from './form.js'
import { setupTexts } from '../../texts/english/setup.js'

export const setup = definePage<SetupData>({
  texts: { setup: setupTexts },
  load: async () => ({ values: {} }),
  title: (_, texts) => texts.setup.title,
  View: ({ data, address }) => {
    const { texts, site } = useApp()
    return (
      <div class="setup-page">
        <h1>{texts.setup.title}</h1>
        {site.setUp === 'right' ? (
          <SetupForm {...data} code={address.query.get('code') ?? ''} />
        ) : (
          <CodeForm state={site.setUp} />
        )}
      </div>
    )
  },
})

function CodeForm({ state }: { readonly state: SetUpState | null }) {
  const { texts, href } = useApp()
  const labels = texts.setup
  return (
    <form class="setup-form" method="get" action={href('/setup')}>
      {(state === 'wrong' || state === 'too many') && (
        <p role="alert" class="alert">
          {state === 'wrong' ? labels.wrong : labels.tooMany}
        </p>
      )}
      <p>{labels.about}</p>
      <p class="quiet-text">{labels.codeAbout}</p>
      <div class="form-row">
        <label for="setup-code">{labels.code}</label>
        <input id="setup-code" name="code" type="text" autocomplete="off" spellcheck={false} required />
      </div>
      <div class="form-buttons">
        <button type="submit" class="primary">
          {labels.continue}
        </button>
      </div>
    </form>
  )
}
