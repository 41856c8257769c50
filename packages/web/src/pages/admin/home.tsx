// The start page for administrators.
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { Missing } from '../../page/page.js'
import { sectionsFor } from './sections.js'
import { adminTexts } from '../../texts/english/admin.js'

export const home = definePage({
  texts: { admin: adminTexts },
  load: async (_, { who }) => {
    const sections = sectionsFor(who?.rights ?? [])
    if (sections.length === 0) throw new Missing('page')
    return { sections }
  },
  title: (_, texts) => texts.admin.title,
  View: ({ data: { sections } }) => {
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
      </div>
    )
  },
})
