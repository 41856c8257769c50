// The steps of docs/architecture.md, "A field of bugs", as changed sources.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lines of a step are inserted before this text of the file. */
const places: Readonly<Record<string, string>> = {
  'packages/core/src/domain/bugs/fields/index.ts': '} as const satisfies Record<string, BugField>',
  'packages/core/src/schema/bugs.ts': "    },\n    key: ['id'],",
  'packages/core/src/schema/migrations/index.ts': ']\n',
}

/**
 * The text of each changed file by its path, the migration with the next number.
 *
 * @throws Error for steps that no longer fit the sources
 */
export function patchedSources(root: string): ReadonlyMap<string, string> {
  const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const steps = /### A field of bugs\n[\s\S]*?```diff\n([\s\S]*?)```/.exec(document)?.[1]
  if (steps === undefined) throw new Error('docs/architecture.md has no steps for adding a field of bugs')
  const number = nextMigration(root)
  const parts = steps.split(/^ \/\/ /m).filter((part) => part !== '')
  return new Map(
    parts.map((part) => {
      const [head = '', ...lines] = part.split('\n')
      const path = head.replace(/\/\d{4}-/, `/${number}-`)
      const added = lines.map((line) => line.replace(/^\+/, '')).join('\n')
      return [join(root, path), sourceOf(root, path, added, number)]
    }),
  )
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, 'packages/core/src/schema/migrations')).flatMap((file) =>
    /^\d{4}-/.test(file) ? [Number(file.slice(0, 4))] : [],
  )
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

function sourceOf(root: string, path: string, added: string, number: string): string {
  const place = places[path]
  if (place === undefined) {
    const imports = "import { breaking } from './breaking.js'\nimport { text } from '../../store/index.js'\n"
    return `${imports}${added.replace(/id: \d+/, `id: ${Number(number)}`)}`
  }
  const before = readFileSync(join(root, path), 'utf8')
  const at = path.endsWith('migrations/index.ts') ? before.lastIndexOf(place) : before.indexOf(place)
  if (at < 0) throw new Error(`${path} has no place for the lines that docs/architecture.md adds`)
  const name = /^\s*(\w+),/.exec(added)?.[1]
  const head = path.endsWith('migrations/index.ts') ? `import { ${name} } from './${number}-${name}.js'\n` : ''
  return `${head}${before.slice(0, at)}${added}\n${before.slice(at)}`
}
