/** The form for a number. */
export function plural(language: string, count: number, one: string, other: string): string {
  return new Intl.PluralRules(language).select(count) === 'one' ? one : other
}
