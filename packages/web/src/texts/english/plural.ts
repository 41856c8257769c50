const rules = new Intl.PluralRules('en')

/** The form for a number. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}
