// Writes the template into a folder, for a store and a version of the packages.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InputError } from './input-error.js'
import type { StoreName } from './parse-arguments.js'

interface StoreParts {
  readonly import: string
  /** An expression. */
  readonly open: string
  readonly dependencies: Readonly<Record<string, string>>
}

const partsOf = (version: string): Readonly<Record<StoreName, StoreParts>> => ({
  sqlite: {
    import: `import { sqliteStore } from '@trackerkit/adapter-sqlite'`,
    open: `sqliteStore('tracker.db')`,
    dependencies: { '@trackerkit/adapter-sqlite': version },
  },
  pglite: {
    import: `import { openPgliteFolder } from '@trackerkit/adapter-postgres/pglite'`,
    open: `await openPgliteFolder('data')`,
    dependencies: { '@electric-sql/pglite': '^0.5.16', '@trackerkit/adapter-postgres': version },
  },
  memory: {
    import: `import { memoryStore } from '@trackerkit/adapter-memory'`,
    open: 'memoryStore()',
    dependencies: {},
  },
})

/** @throws InputError if the folder is a file, has files other than a new repository of git, or cannot be written */
export function createProject(template: URL, folder: string, store: StoreName, version: string): void {
  try {
    requireEmpty(folder)
    writeProject(template, folder, store, version)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? error : new InputError(`${folder} cannot be written: ${code}`)
  }
}

function writeProject(template: URL, folder: string, store: StoreName, version: string): void {
  cpSync(fileURLToPath(template), folder, { recursive: true })
  // npm leaves .gitignore out of packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
  const { dependencies, ...parts } = partsOf(version)[store]
  const source = join(folder, 'src', 'tracker.ts')
  const text = readFileSync(source, 'utf8')
  writeFileSync(
    source,
    text
      .replace(`import { memoryStore } from '@trackerkit/adapter-memory'`, () => parts.import)
      .replace('memoryStore()', () => parts.open),
  )
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(manifestOf(folder, version, dependencies), undefined, 2)}\n`,
  )
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new InputError(`${folder} is a file`)
  if (readdirSync(folder).some((name) => name !== '.git')) throw new InputError(`${folder} is not empty`)
}

function manifestOf(folder: string, version: string, ofStore: StoreParts['dependencies']) {
  const own = ['adapter-memory', 'core', 'http-node', 'rest', 'web'].map(
    (name) => [`@trackerkit/${name}`, version] as const,
  )
  return {
    name: packageName(folder),
    private: true,
    type: 'module',
    scripts: { start: 'tsx src/server.ts', test: 'node --import tsx --test test/rules.test.ts', check: 'tsc' },
    dependencies: Object.fromEntries(
      [...own, ...Object.entries(ofStore)].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ),
    devDependencies: { '@types/node': '^20.19.0', tsx: '^4.23.15', typescript: '^6.0.3' },
  }
}

/** Names of packages are limited to lowercase letters, digits and hyphens here. */
function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
  return /^[a-z0-9]/.test(name) ? name.slice(0, 100) : 'tracker'
}
