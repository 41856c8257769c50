// The start page for administrators.
import { useId } from 'preact/hooks'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { Missing } from '../../page/page.js'
import { subjectsFor, type Section } from './sections.js'
import { adminTexts } from '../../texts/english/admin.js'

export const home = definePage({
  texts: { admin: adminTexts },
  load: async (operations, { who }) => {
    const subjects = subjectsFor(who?.rights ?? [])
    if (subjects.length === 0) throw new Missing('page')
    const rules = who?.rights.includes('admin')
      ? ((await operations.server.metadata({ include_fields: ['rules'] })).rules ?? [])
      : []
    return { subjects, rules }
  },
  title: (_, texts) => texts.admin.title,
  View: ({ data: { subjects, rules } }) => {
    const { texts } = useApp()
    return (
      <div class="admin-home">
        <h1>{texts.admin.title}</h1>
        {subjects.map(({ name, sections }) => (
          <SubjectOfHome key={name} title={texts.admin.subjects[name]} sections={sections} />
        ))}
        {rules.length > 0 && <Rules names={rules} />}
      </div>
    )
  },
})

interface SubjectOfHomeProps {
  readonly title: string
  readonly sections: readonly Section[]
}

function SubjectOfHome({ title, sections }: SubjectOfHomeProps) {
  const { texts } = useApp()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
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
    </section>
  )
}

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
