// Writes the pages and the sidebar of the documentation site into docs/.vitepress/pages, from the documents of this repository and
// the reference that scripts/reference.mjs has written.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandPage, settingsPage } from './command.js'
import { cutRest } from './rest.js'
import { sidebarOf } from './sidebar.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = join(root, 'docs/.vitepress/pages')

/** The pages by the document of the repository that each is made of. docs/rest.md becomes several. */
const pages = new Map<string, string>([
  ['README.md', 'index.md'],
  ...['UPGRADING.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((name) => entry(name, name.toLowerCase())),
  ...markdownIn('docs').map((name) => entry(`docs/${name}`, name)),
  ...readdirSync(join(root, 'packages')).flatMap((name) => [
    ...markdownIn(`packages/${name}`)
      .filter((file) => file === 'README.md')
      .map((file) => entry(`packages/${name}/${file}`, `packages/${name}.md`)),
    ...markdownIn(`packages/${name}/docs/api`).map((file) =>
      entry(`packages/${name}/docs/api/${file}`, exportsPage(name, file)),
    ),
  ]),
])
pages.delete('docs/rest.md')
const rest = cutRest(textOf('docs/rest.md'))

rmSync(site, { recursive: true, force: true })
const written = new Map<string, string>()
for (const [page, file] of new Map([...pages].map(([file, page]) => [page, file]))) {
  // Search finds guides, not each of some thousand exports.
  const head = page.startsWith('api/') ? '---\nsearch: false\n---\n\n' : ''
  write(page, head + relinked(textOf(file), file, page))
}
write('command.md', commandPage())
write('settings.md', settingsPage())
const sidebar = sidebarOf(written, rest.pages)
for (const { page, text } of rest.pages) write(page, relinked(text, 'docs/rest.md', page))
cpSync(join(root, 'docs/pages'), join(site, 'pages'), { recursive: true })
writeFileSync(join(site, 'sidebar.json'), JSON.stringify(sidebar, null, 2))

function entry(file: string, page: string): [string, string] {
  return [file, page]
}

function markdownIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
}

/** README.md lists the modules, of which one is called index. Core and the client repeat the exports of types. */
function exportsPage(name: string, file: string): string {
  if (file === 'types.md') return 'api/types/main.md'
  return `api/${name}/${file === 'README.md' ? 'index.md' : file === 'index.md' ? 'main.md' : file}`
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function write(page: string, text: string): void {
  mkdirSync(dirname(join(site, page)), { recursive: true })
  writeFileSync(join(site, page), text)
  written.set(page.replace(/\.md$/, ''), /^# (.+)/m.exec(text)?.[1] ?? page)
}

/** The text of a document whose links lead to pages of the site, or to copies of other files. */
function relinked(text: string, file: string, page: string): string {
  const link = (whole: string, words: string, target: string, anchor = '') => {
    if (/^[a-z]+:/.test(target)) return whole
    const wanted =
      target === ''
        ? file
        : relative(root, resolve(root, dirname(file), target))
            .split(sep)
            .join('/')
    const isRest = wanted === 'docs/rest.md'
    const place = isRest ? rest.placeOf(anchor) : { page: pages.get(wanted) ?? copyOf(wanted), anchor }
    if (place.page === undefined) return words
    return `[${words}](${place.page === page ? '' : pathBetween(page, place.page)}${place.anchor})`
  }
  return text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/\[([^\]]+)\]\(([^)#\s]*)(#[^)\s]*)?\)/g, link)))
    .join('')
}

function pathBetween(from: string, to: string): string {
  const path = relative(dirname(from), to).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/** Pictures are pages' own. A source file is copied as text, because browsers take .ts for a film. A folder has no page. */
function copyOf(file: string): string | undefined {
  if (file.startsWith('docs/pages/')) return file.replace('docs/', '')
  if (statSync(join(root, file)).isDirectory()) return undefined
  const copy = join(site, 'public/source', `${file}.txt`)
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(join(root, file), copy)
  return `source/${file}.txt`
}
