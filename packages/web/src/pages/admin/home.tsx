// The start page for administrators.
import { useId } from 'preact/hooks'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { Missing } from '../../page/page.js'
import { sectionsFor } from './sections.js'
import { adminTexts } from '../../texts/english/admin.js'

export const home = definePage({
  texts: { admin: adminTexts },
  load: async (operations, { who }) => {
    const sections = sectionsFor(who?.rights ?? [])
    if (sections.length === 0) throw new Missing('page')
    const rules = who?.rights.includes('admin')
      ? ((await operations.server.metadata({ include_fields: ['rules'] })).rules ?? [])
      : []
    return { sections, rules }
  },
  title: (_, texts) => texts.admin.title,
  View: ({ data: { sections, rules } }) => {
    const { texts } = useApp()
    return (
      <div class="admin-home">
        <h1>{texts.admin.title}</h1>
        <ul class="cards">
          {sections.map(({ path, labels }) => {
            const { name, about } = labels(texts)
            return (
              <li key={path} class="card">
                <Link to={path}>{name}</Link>
                <p class="quiet-text">{about}</p>
              </li>
            )
          })}
        </ul>
        {rules.length > 0 && <Rules names={rules} />}
      </div>
    )
  },
})

/** The rules of the embedding program. */
function Rules({ names }: { readonly names: readonly string[] }) {
  const { rules } = useApp().texts.admin
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{rules.title}</h2>
      <p class="quiet-text">{rules.about}</p>
      <ol aria-labelledby={titleId}>
        {names.map((name) => (
          <li key={name}>{visible(name)}</li>
        ))}
      </ol>
    </section>
  )
}
