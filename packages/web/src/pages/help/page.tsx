// Keyboard shortcuts and search syntax.
import { KeysTable } from '../../parts/keys-help.js'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { helpTexts } from '../../texts/english/help.js'

export const keys = definePage<null>({
  texts: { help: helpTexts },
  load: async () => null,
  title: (_, texts) => texts.help.keys.title,
  View: () => {
    const { texts, who } = useApp()
    const labels = texts.help.keys
    return (
      <div class="help-page">
        <h1>{labels.title}</h1>
        <p>{labels.off}</p>
        {who && (
          <p>
            <Link to="/me">{labels.settings}</Link>
          </p>
        )}
        <KeysTable />
      </div>
    )
  },
})

export const search = definePage<null>({
  texts: { help: helpTexts },
  load: async () => null,
  title: (_, texts) => texts.help.search.title,
  View: () => {
    const labels = useApp().texts.help.search
    return (
      <div class="help-page">
        <h1>{labels.title}</h1>
        <p>{labels.intro}</p>
        <table class="things" aria-label={labels.table}>
          <thead>
            <tr>
              <th scope="col">{labels.write}</th>
              <th scope="col">{labels.finds}</th>
            </tr>
          </thead>
          <tbody>
            {labels.all.map(([text, finds]) => (
              <tr key={text}>
                <th scope="row">
                  <Link to={`/bugs?${new URLSearchParams({ quicksearch: text })}`}>
                    <code>{text}</code>
                  </Link>
                </th>
                <td>{finds}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  },
})

export const markdown = definePage<null>({
  texts: { help: helpTexts },
  load: async () => null,
  title: (_, texts) => texts.help.markdown.title,
  View: () => {
    const labels = useApp().texts.help.markdown
    return (
      <div class="help-page">
        <h1>{labels.title}</h1>
        <p>{labels.intro}</p>
        <table class="things" aria-label={labels.title}>
          <thead>
            <tr>
              <th scope="col">{labels.write}</th>
              <th scope="col">{labels.shows}</th>
            </tr>
          </thead>
          <tbody>
            {labels.all.map(([text, shows]) => (
              <tr key={text}>
                <th scope="row">
                  <pre>
                    <code>{text}</code>
                  </pre>
                </th>
                <td>{shows}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{labels.safe}</p>
      </div>
    )
  },
})
