// A test language: English with an accent on each letter, two fifths longer. Words without accents on a page are
// untranslated, or data.

const plain = 'abcdefghijklmnopqrstuvwxyz'
const accented = 'áƀćďéƒğĥíĵķľɱñöþɋŕšţüṽŵẋýž'
const accents = new Map(
  plain.split('').flatMap((letter, at) => {
    const foreign = accented[at] ?? letter
    return [
      [letter, foreign],
      [letter.toUpperCase(), foreign.toUpperCase()],
    ] as const
  }),
)

/** These mark inserted data while a text is made. */
const [begin, end] = ['\uE000', '\uE001']

function foreign(text: string): string {
  const said = text.replace(/\uE000[^\uE001]*\uE001|[a-z]/gi, (part) => accents.get(part) ?? part.slice(1, -1))
  const letters = text.replace(/\uE000[^\uE001]*\uE001/g, '').match(/[a-z]/gi)?.length ?? 0
  // In words that a line can take, as those of people.
  const more = 'ø'.repeat(Math.ceil(letters * 0.4)).replace(/ø{15}(?=ø)/g, '$& ')
  return letters < 2 ? said : `${said} ${more}`
}

const marked = (value: unknown) => (typeof value === 'string' ? `${begin}${value}${end}` : value)

/** The name of a language, and names of formats, say nothing to people. */
const isUnspoken = (name: string, value: unknown) => value === 'en' || name === 'dateTime' || name === 'date'

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string')

/** Puts the foreign texts in the place of those that are there, also of those that are made of something. */
export function makeForeign(texts: object, done = new WeakSet<object>()): void {
  if (done.has(texts)) return
  done.add(texts)
  // Syntax of searches and names of keys are the same in every language.
  const from = isPair(texts) ? 1 : 0
  const all = texts as Record<string, unknown>
  for (const [name, value] of Object.entries(all).slice(from)) {
    if (isUnspoken(name, value)) continue
    if (typeof value === 'string') all[name] = foreign(value)
    else if (typeof value === 'function') {
      all[name] = (...given: readonly unknown[]): unknown => {
        const said: unknown = (value as (...given: readonly unknown[]) => unknown)(...given.map(marked))
        return typeof said === 'string' ? foreign(said) : said
      }
    } else if (typeof value === 'object' && value !== null) makeForeign(value, done)
  }
}
