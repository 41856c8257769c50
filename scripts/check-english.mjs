// Counts odd English on each surface and compares with scripts/english.json, whose counts may only fall.
//   npm run check:english -- --update          writes the counts of today
//   npm run check:english -- --list comments   prints the places, of a surface or of a path
// A line with `english: REASON` in a comment is excused.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'

const maxima = 'scripts/english.json'
const { SyntaxKind: Kind } = ts
const [, , mode, wanted = ''] = process.argv

const opener = /(?:^|[.!?:;] )(?:Who|Whom|Whose|What|Whatever|Whoever)\b(?![^.!?]*\?)/g
const commentOpener = /(?:^|[.!?] )(?:Whether|Which)\b(?![^.!?]*\?)/g
const phrase = new RegExp(
  [
    String.raw`\b(?:(?:some|no|every|any)body|tells?|told|telling|stands?(?! for)|stood|on its way|come about|bring|brought`,
    String.raw`by (?:itself|themselves)|anew|meanwhile|one's|one (?:may|sees)|of (?:yours|theirs|its own|their own)`,
    String.raw`take[ns]? (?:out|over)|put back|mends?|set-up|so (?:many|long|often)|is meant|is to be|will do|be had`,
    String.raw`go(?:es)? (?:on|by)|alone|legal value|as usual|as it comes)\b|, else\b`,
  ].join('|'),
  'gi',
)
const titleCall = /(?:\b(?:it|test|describe)|\.(?:each|only|skipIf)|\))\($/
const packedSpread = /\.\.\.\{ \w+, /g
const patterns = { comments: [opener, commentOpener, phrase], 'packed spreads': [packedSpread] }

const counts = { pages: 0, strings: 0, 'rest.md': 0, docs: 0, titles: 0, comments: 0, 'packed spreads': 0 }
for (const file of filesBelow('.')) {
  const source = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) document(file, source)
  else if (/\.(?:ts|tsx|mjs)$/.test(file)) code(file, source)
}
if (mode === '--update') writeFileSync(maxima, `${JSON.stringify(counts, null, 2)}\n`)
const allowed = JSON.parse(readFileSync(maxima, 'utf8'))
for (const [surface, count] of Object.entries(counts)) {
  console.log(`${count} ${surface}`)
  if (count <= allowed[surface]) continue
  console.error(`${maxima} allows ${allowed[surface]} ${surface}: see npm run check:english -- --list ${surface}`)
  process.exitCode = 1
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (/^(?:\.|node_modules$|dist$|data$|coverage$|generated$|api$|CHANGELOG)/.test(entry.name)) continue
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

function document(file, source) {
  const surface = file === 'docs/rest.md' ? 'rest.md' : 'docs'
  for (const [index, line] of source.split('\n').entries()) {
    const text = line.replace(/^[-#>|*\s]+/, '').replaceAll(' | ', '. ')
    count(surface, { file, line: index + 1, text, excuse: line })
  }
}

function code(file, source) {
  const lines = source.split('\n')
  const starts = ts.computeLineStarts(source)
  const isTest = /\.test\.ts$|\/conformance\//.test(file)
  const isProduct = /^packages\/(?!test-)[^/]+\/src\//.test(file)
  const surfaceOf = (token) => {
    if (token.isComment) return 'comments'
    if (isTest) return token.isTitle ? 'titles' : undefined
    return file.includes('/src/texts/') ? 'pages' : isProduct && /\S\s+\S/.test(token.text) ? 'strings' : undefined
  }
  for (const token of tokensOf(file, source)) {
    const first = ts.computeLineOfPosition(starts, token.start)
    const last = ts.computeLineOfPosition(starts, token.end - 1)
    const excuse = lines.slice(first, last + 1).join('\n')
    count(surfaceOf(token), { file, line: first + 1, text: token.text, excuse })
  }
  if (isProduct) count('packed spreads', { file, line: 1, text: source, excuse: '' })
}

/** Comments and strings, with lines of comments joined. The scanner has no syntax tree: slashes and braces are decided here. */
function* tokensOf(file, source) {
  const variant = file.endsWith('.tsx') ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, variant, source)
  const braces = []
  let comment
  let before = []
  for (let kind = scanner.scan(); kind !== Kind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === Kind.SlashToken && !/^(?:[\w$]+|[)\]])$/.test(before.at(-1) ?? '')) kind = scanner.reScanSlashToken()
    if (kind === Kind.OpenBraceToken || kind === Kind.TemplateHead) braces.push(kind)
    if (kind === Kind.CloseBraceToken && braces.pop() === Kind.TemplateHead) {
      kind = scanner.reScanTemplateToken(false)
      if (kind === Kind.TemplateMiddle) braces.push(Kind.TemplateHead)
    }
    const token = { kind, start: scanner.getTokenStart(), end: scanner.getTokenEnd() }
    if (kind === Kind.SingleLineCommentTrivia || kind === Kind.MultiLineCommentTrivia) {
      const words = scanner.getTokenText().replace(/^\/[/*]+|\*\/$|\n\s*\*/g, ' ')
      const text = `${comment?.text ?? ''} ${words}`.replace(/\s+/g, ' ').trim()
      comment = { ...token, start: comment?.start ?? token.start, text, isComment: true }
      continue
    }
    if (kind === Kind.WhitespaceTrivia || kind === Kind.NewLineTrivia) continue
    if (comment) yield comment
    comment = undefined
    if (kind === Kind.StringLiteral || (kind >= Kind.NoSubstitutionTemplateLiteral && kind <= Kind.TemplateTail)) {
      yield { ...token, text: scanner.getTokenValue(), isTitle: titleCall.test(before.join('')) }
    }
    before = [...before.slice(-3), scanner.getTokenText()]
  }
  if (comment) yield comment
}

function count(surface, { file, line, text, excuse }) {
  if (surface === undefined || /english: \w/.test(excuse)) return
  for (const [hit] of (patterns[surface] ?? [opener, phrase]).flatMap((it) => [...text.matchAll(it)])) {
    counts[surface] += 1
    if (mode === '--list' && (surface === wanted || file.startsWith(wanted)))
      console.log(`${file}:${line}: ${hit.trim()}: ${text.slice(0, 200)}`)
  }
}
