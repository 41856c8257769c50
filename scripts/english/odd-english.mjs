import ts from 'typescript'
import { tokensOf } from './tokens.mjs'

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
const packedSpread = /\.\.\.\{ \w+, /g
const patterns = { comments: [opener, commentOpener, phrase], 'packed spreads': [packedSpread] }

export const surfaces = ['pages', 'strings', 'rest.md', 'docs', 'titles', 'comments', 'packed spreads']

/** The places of odd English in a file: surface, line, what is odd, and the text around it. */
export function oddEnglishIn(file, source) {
  if (file.endsWith('.md')) return [...inDocument(file, source)]
  return /\.(?:ts|tsx|mjs)$/.test(file) ? [...inCode(file, source)] : []
}

function* inDocument(file, source) {
  const surface = file === 'docs/rest.md' ? 'rest.md' : 'docs'
  for (const [index, line] of source.split('\n').entries()) {
    const text = line.replace(/^[-#>|*\s]+/, '').replaceAll(' | ', '. ')
    yield* inText(surface, { line: index + 1, text, excuse: line })
  }
}

/** The text without names in backticks, which are not English. */
const proseOf = (surface, text) =>
  surface === 'strings' || surface === 'rest.md' ? text.replaceAll(/`[^`]*`/g, '``') : text

function* inCode(file, source) {
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
    yield* inText(surfaceOf(token), { line: first + 1, text: token.text, excuse })
  }
  if (isProduct) yield* inText('packed spreads', { line: 1, text: source, excuse: '' })
}

function* inText(surface, { line, text, excuse }) {
  if (surface === undefined || /english: \w/.test(excuse)) return
  for (const [hit] of (patterns[surface] ?? [opener, phrase]).flatMap((it) => [...proseOf(surface, text).matchAll(it)]))
    yield { surface, line, hit: hit.trim(), text }
}
