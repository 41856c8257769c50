// Every rule of .dependency-cruiser.cjs, tried: a small tree with one breach of each, which must be reported.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Rule {
  readonly name: string
}
const root = dirname(import.meta.dirname)
const config = join(root, '.dependency-cruiser.cjs')
const { forbidden } = createRequire(import.meta.url)(config) as { readonly forbidden: readonly Rule[] }
const rules = forbidden.map((rule) => rule.name)
const floors = JSON.parse(readFileSync(join(root, 'scripts/floors.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>

/** For each floor of each package an import of the highest floor, of the highest one an entry; and a file that is no entry. */
function breachesOfFloors(): [rule: string, breach: readonly [string, string]][] {
  return Object.entries(floors).flatMap(([name, table]) => {
    const names = Object.keys(table)
    const top = names.at(-1) ?? ''
    return [
      ...names.map((floor): [string, readonly [string, string]] => [
        `${name}-floor-${floor}`,
        [`packages/${name}/src/${floor}/breach.ts`, floor === top ? '../index.js' : `../${top}/top.js`],
      ]),
      [`${name}-unnamed-floor`, [`packages/${name}/src/${top}/to-loose.ts`, '../loose.js']],
    ]
  })
}

/** For each rule that a single import breaks: the file and the import. Each is planted as .ts and as .tsx. */
const breaches: Readonly<Record<string, readonly [file: string, specifier: string]>> = {
  ...Object.fromEntries(breachesOfFloors()),
  'store-language-only': ['packages/core/src/sql/to-kernel.ts', '../kernel/errors.js'],
  'operations-stand-alone': ['packages/core/src/operations/bugs/create.ts', '../products/create.js'],
  'no-unresolved': ['packages/core/src/kernel/to-nowhere.ts', './nowhere.js'],
  'core-knows-no-network': ['packages/core/src/kernel/to-network.ts', 'node:http'],
  'rest-knows-no-network': ['packages/rest/src/http/to-network.ts', 'node:http'],
  'only-adapters-know-drivers': ['packages/core/src/kernel/to-driver.ts', 'node:sqlite'],
  'package-core': ['packages/core/src/tracker/to-adapter.ts', '../../../adapter-memory/src/index.js'],
  'package-adapter-memory': ['packages/adapter-memory/src/breach.ts', '../../http-node/src/index.js'],
  'package-adapter-sqlite': ['packages/adapter-sqlite/src/breach.ts', '../../http-node/src/index.js'],
  'package-adapter-postgres': ['packages/adapter-postgres/src/breach.ts', '../../http-node/src/index.js'],
  'package-rest': ['packages/rest/src/breach.ts', '../../http-node/src/index.js'],
  'package-http-node': ['packages/http-node/src/breach.ts', '../../adapter-memory/src/index.js'],
  'package-create-trackerkit': ['packages/create-trackerkit/src/breach.ts', '../../client/src/index.js'],
  'package-client': ['packages/client/src/breach.ts', '../../http-node/src/index.js'],
  'client-knows-types-only': ['packages/client/src/to-code.ts', '../../core/src/index.js'],
  'package-webhooks': ['packages/webhooks/src/breach.ts', '../../http-node/src/index.js'],
  'package-observe': ['packages/observe/src/breach.ts', '../../client/src/index.js'],
  'package-mcp': ['packages/mcp/src/breach.ts', '../../http-node/src/index.js'],
  'package-import': ['packages/import/src/breach.ts', '../../http-node/src/index.js'],
  'package-mail-in': ['packages/mail-in/src/breach.ts', '../../http-node/src/index.js'],
  'package-mail-smtp': ['packages/mail-smtp/src/breach.ts', '../../http-node/src/index.js'],
  'package-ldap': ['packages/ldap/src/breach.ts', '../../http-node/src/index.js'],
  'package-oidc': ['packages/oidc/src/breach.ts', '../../http-node/src/index.js'],
  'package-markdown': ['packages/markdown/src/breach.ts', '../../http-node/src/index.js'],
  'package-report': ['packages/report/src/breach.ts', '../../client/src/index.js'],
  'package-cli': ['packages/cli/src/breach.ts', '../../nobody/src/index.js'],
  'package-web': ['packages/web/src/breach.ts', '../../http-node/src/index.js'],
  'no-unnamed-package': ['packages/unnamed/src/breach.ts', '../../core/src/index.js'],
  'packages-by-name': ['packages/http-node/src/by-path.ts', '../../core/src/index.js'],
}

/** Circles need two files each. */
const circles: readonly (readonly [rule: string, title: string, files: Readonly<Record<string, string>>])[] = [
  [
    'no-circular-files',
    'of .ts files',
    { 'packages/http-node/src/one.ts': "import './two.js'", 'packages/http-node/src/two.ts': "import './one.js'" },
  ],
  [
    'no-circular-files',
    'of .tsx files',
    { 'packages/web/src/parts/one.tsx': "import './two.js'", 'packages/web/src/parts/two.tsx': "import './one.js'" },
  ],
  [
    'no-circular-files',
    'of types only',
    {
      'packages/web/src/parts/three.ts': "import type { Four } from './four.js'\nexport type Three = Four",
      'packages/web/src/parts/four.ts': "import type { Three } from './three.js'\nexport type Four = Three",
    },
  ],
  [
    'no-circular-files',
    'through import()',
    {
      'packages/web/src/parts/five.tsx': "export const six = () => import('./six.js')",
      'packages/web/src/parts/six.tsx': "import './five.js'",
    },
  ],
  [
    'no-circular-folders',
    'of .ts files',
    {
      'packages/core/src/domain/one/a.ts': "import '../two/a.js'",
      'packages/core/src/domain/one/b.ts': '',
      'packages/core/src/domain/two/a.ts': "import '../one/b.js'",
    },
  ],
  [
    'no-circular-folders',
    'of .tsx files',
    {
      'packages/web/src/parts/three/a.tsx': "import '../four/a.js'",
      'packages/web/src/parts/three/b.tsx': '',
      'packages/web/src/parts/four/a.tsx': "import '../three/b.js'",
    },
  ],
]

/** The files that the breaches import. */
const targets: Readonly<Record<string, string>> = {
  'packages/core/src/index.ts': '',
  ...Object.fromEntries(
    Object.entries(floors).flatMap(([name, table]) => [
      [`packages/${name}/src/${Object.keys(table).at(-1)}/top.ts`, ''],
      [`packages/${name}/src/index.ts`, ''],
      [`packages/${name}/src/loose.ts`, ''],
    ]),
  ),
  'packages/core/src/kernel/errors.ts': '',
  'packages/core/src/operations/products/create.ts': '',
  'packages/http-node/src/index.ts': '',
  'packages/adapter-memory/src/index.ts': '',
  'packages/client/src/index.ts': '',
  'packages/nobody/src/index.ts': '',
}

const reported = new Map<string, string[]>()
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-imports-'))
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "module": "NodeNext" } }')
  for (const [file, text] of Object.entries(targets)) write(file, text)
  for (const [file, specifier] of Object.values(breaches)) {
    write(file, `import '${specifier}'`)
    write(asTsx(file), `import '${specifier}'`)
  }
  for (const [, , files] of circles) for (const [file, text] of Object.entries(files)) write(file, text)
  const { summary } = JSON.parse(
    await outputOf('depcruise', ['--config', config, '--output-type', 'json', 'packages']),
  ) as {
    readonly summary: { readonly violations: readonly { readonly rule: Rule; readonly from: string }[] }
  }
  for (const { rule, from } of summary.violations) reported.set(rule.name, [...(reported.get(rule.name) ?? []), from])
})

afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${text}\nexport {}\n`)
}

function asTsx(file: string) {
  return file.replace(/\.ts$/, '-x.tsx')
}

/** The output of a tool for the planted files. The tool must fail because it finds something. */
function outputOf(tool: string, args: readonly string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: 50_000_000 }
  return new Promise((resolve, reject) => {
    execFile(join(root, 'node_modules/.bin', tool), args, options, (_error, output, errors) =>
      output === '' ? reject(new Error(errors)) : resolve(output),
    )
  })
}

describe('the rules of imports', () => {
  it('have a planted breach each, so that a new rule is tried too', () => {
    const planted = new Set([...Object.keys(breaches), ...circles.map(([rule]) => rule)])
    expect([...planted].toSorted()).toEqual([...new Set(rules)].toSorted())
  })

  it.each(Object.entries(breaches))('report an import that breaks %s, in .ts and .tsx', (rule, [file]) => {
    expect(reported.get(rule) ?? []).toEqual(expect.arrayContaining([file, asTsx(file)]))
  })

  it.each(circles)('report %s: a circle %s', (rule, _, files) => {
    // A circle is reported once, from any of its files.
    const places = Object.keys(files).map((file) => (rule === 'no-circular-folders' ? dirname(file) : file))
    expect(reported.get(rule)?.some((from) => places.includes(from))).toBe(true)
  })

  it('report a source that imports a test, which the linter does', async () => {
    const file = 'packages/core/src/kernel/imports-test.ts'
    write(file, "import './errors.test.js'")
    // The folder of the settings determines the files of a rule.
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    const output = await outputOf('oxlint', ['--format', 'unix', file])
    expect(output).toMatch(/kernel\/imports-test\.ts:1:1: .*errors\.test\.js/)
  })
})
