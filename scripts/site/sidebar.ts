// The sidebar of the site. Every document has a place in it.
import type { Section } from './rest.js'

interface Item {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: readonly Item[]
}

const guides: Readonly<Record<string, readonly string[]>> = {
  Start: ['index', 'packages', 'packages/create-trackerkit', 'upgrading', 'changelog'],
  Embed: ['embedding', 'users', 'hosts', 'transactions', 'rules', 'testing'],
  Serve: [
    'packages/cli',
    'deployment',
    'scaling',
    'performance',
    'pages',
    'logins',
    'inbox',
    'mail',
    'incoming-mail',
    'erasing',
    'moving',
    'bugzilla',
    'security',
  ],
  Integrate: [
    'integration',
    'packages/client',
    'changes',
    'webhooks',
    'code-hooks',
    'reports',
    'records',
    'packages/mcp',
  ],
  Extend: ['architecture', 'decisions', 'writing-an-adapter', 'contributing'],
}

/** @throws if a document has no place in the sidebar. `titles` has every page, without `.md`, but those of REST resources. */
export function sidebarOf(titles: ReadonlyMap<string, string>, rest: readonly Section[]): readonly Item[] {
  const item = (page: string): Item => ({
    text: titles.get(page) ?? page,
    link: `/${page.replace(/(^|\/)index$/, '$1')}`,
  })
  const pages = [...titles.keys()]
  const placed = new Set(Object.values(guides).flat())
  const packages = pages.filter((page) => page.startsWith('packages/') && !placed.has(page))
  const apis = pages.filter((page) => /^api\/[\w-]+\/index$/.test(page))
  const lost = pages.filter((page) => !/^(?:packages|api)\/|^(?:settings|command)$/.test(page) && !placed.has(page))
  if (lost.length > 0) throw new Error(`scripts/site/sidebar.ts has no place for ${lost.join(', ')}`)
  const apiOf = (index: string): Item => {
    const modules = pages.filter((page) => page !== index && page.startsWith(index.replace('index', '')))
    return { ...item(index), ...(modules.length > 0 && { collapsed: true, items: modules.map(item) }) }
  }
  return [
    ...Object.entries(guides).map(([text, own]) => ({ text, collapsed: text !== 'Start', items: own.map(item) })),
    {
      text: 'Reference',
      collapsed: true,
      items: [
        item('settings'),
        item('command'),
        {
          text: 'REST API',
          collapsed: true,
          items: rest.map(({ page, title }) => ({ text: title, link: `/${page.replace(/(index)?\.md$/, '')}` })),
        },
        { text: 'Packages', collapsed: true, items: packages.map(item) },
        { text: 'Exports', collapsed: true, items: apis.map(apiOf) },
      ],
    },
  ]
}
