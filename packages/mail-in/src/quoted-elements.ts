// Finds what is quoted in HTML by the elements of mail programs.

/** Classes of elements that hold what is quoted, or the line that introduces it. */
const quoteClasses = ['gmail_quote', 'gmail_attr', 'moz-cite-prefix', 'yahoo_quoted', 'protonmail_quote']
/** Elements in which the answer may follow the quote. */
const sharedClasses = ['gmail_quote', 'protonmail_quote']

interface Quote {
  readonly name: string
  readonly isShared: boolean
  isQuoted: boolean
  /** Elements of the same name that are open in it. */
  nested: number
}

interface QuotedElements {
  /** Returns true if the element begins a quote. */
  open(name: string, attributes: ReadonlyMap<string, string>): boolean
  close(name: string): void
  isInside(): boolean
}

/** Looks at the innermost quote only, for the sake of hostile HTML. A quote that is never closed lasts to the end. */
export function createQuotedElements(): QuotedElements {
  const quotes: Quote[] = []
  let depth = 0
  return {
    open(name, attributes) {
      const last = quotes.at(-1)
      const isNested = last?.name === name
      const classes = (attributes.get('class') ?? '').slice(0, 500).split(/\s+/)
      const isBlock = name === 'blockquote'
      const isCited = isBlock && (attributes.get('type') === 'cite' || (last !== undefined && !isNested))
      if (isCited || classes.some((one) => quoteClasses.includes(one))) {
        const isShared = !isBlock && classes.some((one) => sharedClasses.includes(one))
        quotes.push({ name, isShared, isQuoted: true, nested: 0 })
        depth++
        return true
      }
      if (isNested) last.nested++
      return false
    },
    close(name) {
      const last = quotes.at(-1)
      if (last?.name !== name) return
      if (last.nested > 0) return void last.nested--
      quotes.pop()
      if (last.isQuoted) depth--
      const around = quotes.at(-1)
      if (name !== 'blockquote' || !around?.isShared || !around.isQuoted) return
      around.isQuoted = false
      depth--
    },
    isInside: () => depth > 0,
  }
}
