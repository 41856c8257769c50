// Documents hold: their code compiles, their quotations, names and links are right. So does the code of doc comments and of the examples of operations.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { operations, type AnyOperation } from '@trackerkit/core/operations'
import { numbering, slugOf } from '../scripts/site/slug.js'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Snippet {
  /** file:line */
  readonly place: string
  /** The folder to which its imports are relative. */
  readonly folder: string
  /** The file that its first line says that it goes into, which others of the document may import. */
  readonly name?: string | undefined
  readonly code: string
}

const documents = ts.sys.readDirectory(
  root,
  ['.md'],
  ['**/node_modules', '**/dist'],
  ['*.md', 'docs/**/*', 'packages/*/*', 'examples/*/*'],
)
/** Where those look who take part in the project. */
const hiddenDocuments = ts.sys.readDirectory(join(root, '.github'), ['.md', '.yml'])
const sources = ts.sys.readDirectory(root, ['.ts'], ['**/*.test.ts', '**/generated'], ['packages/*/src/**/*'])

const allOperations = Object.values(operations).flatMap((verbs) => Object.values<AnyOperation>(verbs))

/** A fenced block of ts, and what comes before it where it quotes an example. */
const block = /^```ts\n(?<code>[\s\S]*?)^```/.source
const example = /<!-- (?<file>examples\/\S+) -->\n+/.source

/** Fenced ts blocks, each a separate module, without quotations, which are compiled at their source. */
function snippetsOfDocuments(): Snippet[] {
  return documents.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(new RegExp(`(?<!${example})${block}`, 'gm'))].map(({ index, groups }) => {
      const code = groups?.['code'] ?? ''
      const name = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1]
      return { place: placeOf(file, text, index), folder: file.replace(/\.md$/, ''), name, code }
    })
  })
}

/** The names that examples may use without saying where they come from. */
const prelude = `
import { createTracker, isTrackerError, TrackerError, type Tracker, type Operations } from '@trackerkit/core'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import type { Store } from '@trackerkit/core/store'
import { createNodeHandler, serve } from '@trackerkit/http-node'
import { createServer } from 'node:http'
declare const tracker: Tracker
declare const store: Store
declare const alice: Operations
declare const admin: Operations
/** A connection of pg. */
declare const client: { query(sql: string, values?: readonly unknown[]): Promise<unknown> }
declare const [password, token, api_key]: [string, string, string]
`

/** The @example of every doc comment in the sources. */
function snippetsOfComments(): Snippet[] {
  return sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/@example(?![.\w])([\s\S]*?)(?=\n\s*\* @|\*\/)/g)].map((match) => ({
      place: placeOf(file, text, match.index),
      folder: join(root, 'test'),
      code: `${prelude}${ownExports(file, text)}{\n${(match[1] as string).replace(/^\s*\* ?/gm, '')}\n}`,
    }))
  })
}

/** The examples of every operation. */
function snippetsOfOperations(): Snippet[] {
  return allOperations.flatMap(({ name, examples = [] }) =>
    examples.map(({ title, code }) => ({
      place: `${name}: ${title}`,
      folder: join(root, 'test'),
      code: `${prelude}{\n${code}\n}`,
    })),
  )
}

/** An example may call what its own file exports. */
function ownExports(file: string, text: string): string {
  const names = [...text.matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)].map(
    (match) => match[1] as string,
  )
  const own = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(prelude))
  return own.length === 0 ? '' : `import { ${own.join(', ')} } from '${file.replace(/\.ts$/, '.js')}'\n`
}

/** A document without its code. */
function textOf(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
}

const headings = new Map<string, ReadonlySet<string>>()

/** The anchors of a document, as GitHub derives them from its headings. */
function headingsOf(file: string): ReadonlySet<string> {
  const known = headings.get(file)
  if (known) return known
  const numbered = numbering()
  const anchors = [...textOf(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    numbered(slugOf(title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))),
  )
  const all = new Set(anchors)
  headings.set(file, all)
  return all
}

function placeOf(file: string, text: string, index: number): string {
  return `${relative(root, file)}:${text.slice(0, index).split('\n').length}`
}

/** Compiles all snippets in one program and returns the first complaint about each. */
function compile(snippets: readonly Snippet[]): Map<string, string> {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const virtual = new Map(
    snippets.map((snippet, index) => [resolve(snippet.folder, snippet.name ?? `snippet-${index}.mts`), snippet]),
  )
  const host = ts.createCompilerHost(options)
  // Where there is no such folder, the compiler looks for no files.
  const folders = new Set(snippets.map(({ folder }) => folder))
  host.directoryExists = (path) => folders.has(path) || ts.sys.directoryExists(path)
  const fileExists = host.fileExists.bind(host)
  const readFile = host.readFile.bind(host)
  const getSourceFile = host.getSourceFile.bind(host)
  host.fileExists = (path) => virtual.has(path) || fileExists(path)
  host.readFile = (path) => virtual.get(path)?.code ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const code = virtual.get(path)?.code
    return code === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, `${code}\nexport {}`, rest[0])
  }
  const settings = { ...options, noUnusedLocals: false, noUnusedParameters: false }
  const program = ts.createProgram([...virtual.keys()], settings, host)
  const complaints = new Map<string, string>()
  for (const [path, { place }] of virtual) {
    const source = program.getSourceFile(path)
    const [first] = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    if (first) complaints.set(place, ts.flattenDiagnosticMessageText(first.messageText, '\n'))
  }
  return complaints
}

function manifestOf(folder: string): { readonly scripts?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as ReturnType<typeof manifestOf>
}

describe('documents', () => {
  it('contain code that compiles', { timeout: 120_000 }, () => {
    const snippets = [...snippetsOfDocuments(), ...snippetsOfComments(), ...snippetsOfOperations()]
    expect(snippets.length).toBeGreaterThan(20)
    expect(Object.fromEntries(compile(snippets))).toEqual({})
  })

  it('show how every operation is called', () => {
    expect(allOperations.filter(({ examples = [] }) => examples.length === 0).map(({ name }) => name)).toEqual([])
  })

  it('quote the examples as they are', () => {
    const quotes = documents.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(new RegExp(`${example}${block}`, 'gm')),
    ])
    expect(quotes.length).toBeGreaterThan(5)
    for (const { groups } of quotes) {
      expect(readFileSync(join(root, groups?.['file'] ?? ''), 'utf8')).toContain(groups?.['code'])
    }
  })

  it('name files of tests and commands that exist', () => {
    const scripts = new Set(
      ['.', 'examples/hosts', 'packages/web'].flatMap((folder) => Object.keys(manifestOf(folder).scripts ?? {})),
    )
    const missing = [...documents, ...hiddenDocuments].flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const files = [...text.matchAll(/`((?:packages|test|examples)\/[\w./-]+)`/g)].map(([, path = '']) => path)
      const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
      const wrong = [
        ...files.filter((path) => !existsSync(join(root, path)) && !existsSync(join(dirname(file), path))),
        ...commands.filter((name) => !scripts.has(name)),
      ]
      return wrong.map((what) => `${relative(root, file)}: ${what}`)
    })
    expect(missing).toEqual([])
  })

  it('link to files and headings that exist', () => {
    const broken = documents.flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([, path = '', heading]) => {
        const target = path === '' ? file : resolve(dirname(file), path)
        const exists = existsSync(target) && (heading === undefined || headingsOf(target).has(heading))
        return exists ? [] : [`${relative(root, file)} → ${path}${heading === undefined ? '' : `#${heading}`}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('have no table that an empty line cuts in two', () => {
    const cut = documents.flatMap((file) => {
      const text = textOf(file)
      return [...text.matchAll(/^\|.*\n\n(\|.*)\n(?!\| ?:?-)/gm)].map(
        ([, row = '']) => `${relative(root, file)}: ${row}`,
      )
    })
    expect(cut).toEqual([])
  })
})
