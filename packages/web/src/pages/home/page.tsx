// The start page of logged-out users.
import { BugTable, tableFields, type TableBug } from '../../parts/bug-table.js'
import { DemoLogin } from '../../parts/demo-login.js'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { Moved } from '../../page/page.js'
import { loginTexts } from '../../texts/english/login.js'
import { homeTexts } from '../../texts/english/home.js'

interface HomeData {
  readonly newest: readonly TableBug[]
}

/** The start page of logged-in users. */
const start = '/dashboard'

export const home = definePage<HomeData>({
  texts: { home: homeTexts, login: loginTexts },
  async load(operations, { who }) {
    if (who) throw new Moved(start)
    const { bugs } = await operations.bugs.search({ order: 'id DESC', limit: 20, include_fields: tableFields })
    return { newest: bugs }
  },
  title: (_, texts) => texts.home.title,
  View: Home,
})

function Home({ data: { newest } }: { readonly data: HomeData }) {
  const { texts, site } = useApp()
  return (
    <div class="list-page">
      <h1>{site.title}</h1>
      <DemoLogin returnTo="/" />
      <div class="section-head">
        <h2>{texts.home.newest}</h2>
        <Link to="/bugs?status=__open__">{texts.home.all}</Link>
      </div>
      {newest.length === 0 ? <p>{texts.home.none}</p> : <BugTable label={texts.home.newest} bugs={newest} />}
    </div>
  )
}
