/** A name from which hooks recognize the bug, with the first words of the summary. */
export function branchName(id: number, summary: string): string {
  const words = summary
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return `bug-${id}-${words}`.replace('--', '-').slice(0, 50).replace(/-$/, '')
}
