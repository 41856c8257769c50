// All things of one kind.
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { offsetIn } from '../../page/offset.js'
import { partOf, type Part } from '../../page/part.js'
import { Missing, type PageAddress } from '../../page/page.js'
import { PartLinks } from '../../parts/part-links.js'
import { Find } from './find.js'
import { Frame } from './frame.js'
import type { Kind, Thing } from './kinds/kind.js'
import { kindOf } from './kinds/index.js'
import { requireRight } from './sections.js'
import { pathOfNew, ThingTable } from './thing-table.js'
import { adminTexts } from '../../texts/english/admin.js'

interface ListData {
  readonly kind: Kind
  readonly part: Part<Thing>
  readonly find: string
}

export const list = definePage<ListData>({
  texts: { admin: adminTexts },
  load: async (operations, address) => {
    const kind = kindOf(address.params['kind'])
    if (!kind) throw new Missing('page')
    requireRight(address, kind.right)
    const find = address.query.get('find') ?? ''
    const all = await kind.list(operations, '', find)
    const words = find.trim().toLowerCase()
    const isFound = ({ key, values }: Thing) =>
      [key, ...Object.values(values)].some((text) => typeof text === 'string' && text.toLowerCase().includes(words))
    return { kind, find, part: partOf(kind.isFoundByServer ? all : all.filter(isFound), offsetIn(address.query)) }
  },
  title: ({ kind }, texts) => texts.admin.kinds[kind.name].many,
  View: List,
})

function List({ data: { kind, part, find }, address }: { readonly data: ListData; readonly address: PageAddress }) {
  const { texts } = useApp()
  const { many, one } = texts.admin.kinds[kind.name]
  const action = (
    <Link class="button primary" to={pathOfNew(kind, '')}>
      <Icon name="plus" size={14} />
      {texts.admin.new(one)}
    </Link>
  )
  return (
    <Frame key={kind.name} heading={many} action={action}>
      <Find path={`/admin/${kind.name}`} find={find} />
      <ThingTable
        kind={kind}
        parent=""
        things={part.rows}
        none={find === '' ? texts.admin.noneYet : texts.admin.noneFound}
      />
      <PartLinks part={part} address={address} />
      {kind.isFoundByServer && part.total >= 100 && <p class="quiet-text">{texts.admin.mostShown(part.total)}</p>}
    </Frame>
  )
}
