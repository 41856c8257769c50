// Texts that have made parsers of Markdown slow, deep or forgetful.

/** Characters that a comment may have. */
const most = 65_535

const repeated = (part: string) => part.repeat(Math.ceil(most / part.length)).slice(0, most)

/** Grows by its number until it is long enough. */
function grown(part: (i: number) => string): string {
  const parts: string[] = []
  for (let [i, length] = [0, 0]; length < most; i++) {
    const next = part(i)
    parts.push(next)
    length += next.length
  }
  return parts.join('').slice(0, most)
}

/** Two parts, half of the text each. */
const halves = (a: string, b: string) =>
  a.repeat(Math.floor(most / 2 / a.length)) + b.repeat(Math.floor(most / 2 / b.length))

const repetitions = [
  ...['>', '> ', '- ', '1. ', '- > ', '- a\n\n', '- a\n', '*', '*a ', 'a* ', '_*', '**a *a ', 'a**b', '*a_ '],
  ...['a***b_c_', '~~a ', '~', '[', '![', '[a](', '[a](<b', '[a][b', '*[a](b)', '*]', '[a]', '[\\\\', '[a]: b "\n'],
  ...['![[](', '`', '` a ``', '```\n', '<', '<a ', 'a <!-- ', 'a <?', 'a <![CDATA[', 'a <!A ', '<a b="', '<http:'],
  ...['|', '|a\n', 'a|b\n-|-\n', 'http://', 'http://a.b ', 'www.', 'a@', 'a@b.c', 'a.', '_@a.', '&#', '&amp;', ' '],
  ...['\t', '\n', 'a\n', '#', '# ', '\\', 'a\n-\n', '---\n', '- - ', '- [ ] a\n', '[^a]: b\n', '\ud800*', '\0*a'],
  ...['a   \n', '😀_', '\\*a*', 'a`b``c```d', '*a<b', '[*a](', '    a'],
]

const rule = (columns: number) => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`

/** A table whose rows have one cell each; Markdown adds the others. Each line begins with marks of containers. */
export const sparseTable = (columns: number, rows: number, first = '', next = first) =>
  `${first}${'a|'.repeat(columns)}\n${next}${'-|'.repeat(columns)}\n${`${next}a\n`.repeat(rows)}\n`

/** Texts whose tables would have up to a few million cells. */
export const hostileTables: readonly (readonly [name: string, text: string])[] = [
  ['a table of empty cells', sparseTable(250, 260)],
  ['nine tables of empty cells', sparseTable(250, 260).repeat(9)],
  [
    'tables of empty cells within quotes and lists',
    sparseTable(1180, 45, '> ') +
      sparseTable(1180, 45, '- ', '  ') +
      sparseTable(1180, 45, '1. ', '   ') +
      sparseTable(1180, 45, '> > '),
  ],
  ['many tables of empty cells', repeated(sparseTable(250, 260))],
]

export const hostile: readonly (readonly [name: string, text: string])[] = [
  ...repetitions.map((part) => [JSON.stringify(part), repeated(part)] as const),
  ['quotes that deepen', grown((i) => `${'>'.repeat(i)} a\n`)],
  ['lists that deepen', grown((i) => `${'  '.repeat(i)}- a\n`)],
  ['emphasis within strong', halves('*a **a ', 'b** b* ')],
  ['brackets', halves('[', ']')],
  ['links within links', halves('[a](', ')')],
  ['a reference and its uses', `[a]: /b\n\n${repeated('[a]')}`.slice(0, most)],
  ['references', grown((i) => `[a${i}]: b\n`)],
  [
    'references and uses',
    grown((i) => `[a${i}]: b\n`).slice(0, most / 2) + grown((i) => `[a${i}] `).slice(0, most / 2),
  ],
  ['an address of parentheses', `[a](${repeated('(')}`.slice(0, most)],
  ['ticks that grow', grown((i) => `${'`'.repeat(i)}a `)],
  ['an open fence', `\`\`\`\n${repeated('a\n')}`.slice(0, most)],
  ['a wide table', rule(most / 4)],
  ['a large table', `${rule(most / 20)}${repeated('|\n')}`.slice(0, most)],
  ['a long table', `${rule(2)}${repeated('|a|b|\n')}`.slice(0, most)],
  ...['(', ')', '&a;', '.'].map(
    (part) => [`an address and ${part}`, `https://a.b/${repeated(part)}`.slice(0, most)] as const,
  ),
  ['a mail address', `${repeated('a-').slice(0, most - 2)}@b`],
  ['a closed heading', `# a${repeated(' #')}`.slice(0, most)],
  ['quotes and their rest', halves('> a\n', 'b\n')],
  ['a footnote', `[^a]: b\n${repeated('[^a] ')}`.slice(0, most)],
  ['quotes of items', grown((i) => `${'> '.repeat(i % 60)}- `)],
  ['links in links', repeated('[![a](https://b)](https://c) ')],
  ['pictures in pictures', halves('![', '](https://a)')],
  ...hostileTables,
]
