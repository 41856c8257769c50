// Where a tracker that nobody can administer gets its administrator and its first product.
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
  const said = texts.setup
  return (
    <form class="setup-form" method="get" action={href('/setup')}>
      {(state === 'wrong' || state === 'too many') && (
        <p role="alert" class="alert">
          {state === 'wrong' ? said.wrong : said.tooMany}
        </p>
      )}
      <p>{said.about}</p>
      <p class="quiet-text">{said.codeAbout}</p>
      <div class="form-row">
        <label for="setup-code">{said.code}</label>
        <input id="setup-code" name="code" type="text" autocomplete="off" spellcheck={false} required />
      </div>
      <div class="form-buttons">
        <button type="submit" class="primary">
          {said.continue}
        </button>
      </div>
    </form>
  )
}
