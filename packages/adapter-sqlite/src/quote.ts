/** A name in a statement. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text in a statement that takes no parameters. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
