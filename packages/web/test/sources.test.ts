// Forbidden code in sources of the pages.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../src/', import.meta.url))
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name),
)

const parse = (name: string, text: string) =>
  ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    true,
    extname(name) === '.tsx' ? ts.ScriptKind.TSX : undefined,
  )

/** Where something is that `isForbidden` says. */
function findIn(source: ts.SourceFile, isForbidden: (node: ts.Node) => boolean): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isForbidden(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${source.fileName}:${line + 1} ${node.getText(source).slice(0, 80)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Properties that parse text as HTML. Texts of users become text nodes, never HTML. */
const sinks = new Set(['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML', 'write', 'srcdoc'])

const isSink = (node: ts.Node) =>
  (ts.isIdentifier(node) || ts.isStringLiteral(node)) &&
  sinks.has(node.text) &&
  !(node.text === 'write' && !/^document\.write$/.test(node.parent.getText()))

const makers = /^(signal|computed|effect|useSignal|createContextSignal)$/

/** State outside of functions would belong to all for whom the server renders. */
const isSharedState = (node: ts.Node) => {
  const isMade = ts.isCallExpression(node) && makers.test(node.expression.getText())
  const isVariable = ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Let) !== 0
  if (!isMade && !isVariable) return false
  for (let { parent } = node; parent as ts.Node | undefined; parent = parent.parent)
    if (ts.isFunctionLike(parent)) return false
  return true
}

/** Attributes that are read to people. */
const spoken = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label'])

const hasWords = (text: string) => /\p{L}{2}/u.test(text)

/** Words in a component that belong among the texts of a language. */
const isUntranslated = (node: ts.Node) => {
  if (ts.isJsxText(node)) return hasWords(node.text)
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return false
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return spoken.has(parent.name.getText()) && hasWords(node.text)
  return ts.isJsxExpression(parent) && ts.isJsxElement(parent.parent) && hasWords(node.text)
}

const inAll = (isForbidden: (node: ts.Node) => boolean) =>
  names.flatMap((name) => findIn(parse(name, readFileSync(join(folder, name), 'utf8')), isForbidden))

describe('the sources of the pages', () => {
  it('make no HTML of texts', () => {
    expect(inAll(isSink)).toEqual([])
    const wrong = parse(
      'a.tsx',
      "<p dangerouslySetInnerHTML={{ __html: 'x' }} />; a.innerHTML = b; document.write(c); d.write(e)",
    )
    expect(findIn(wrong, isSink)).toHaveLength(3)
  })

  it('keep no state outside of functions, where the server would share it among people', () => {
    // A file only for the browser serves one user.
    expect(inAll(isSharedState).filter((place) => !place.startsWith('browser/'))).toEqual([])
    const wrong = parse(
      'a.tsx',
      'const a = signal(1); let b = 2; const { c } = { c: computed(() => 1) }; () => signal(2)',
    )
    expect(findIn(wrong, isSharedState)).toHaveLength(3)
  })

  it('say nothing that is not among the texts of a language', () => {
    expect(inAll(isUntranslated)).toEqual([])
    const wrong = parse('a.tsx', '<p title="Two words" class="x y">Three {`four`} {five} · 6</p>')
    expect(findIn(wrong, isUntranslated)).toHaveLength(3)
  })
})
