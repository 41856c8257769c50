import ts from 'typescript'

const { SyntaxKind: Kind } = ts
const titleCall = /(?:\b(?:it|test|describe)|\.(?:each|only|skipIf)|\))\($/

/** Comments and strings, with lines of comments joined. The scanner has no syntax tree: slashes and braces are decided here. */
export function* tokensOf(file, source) {
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
