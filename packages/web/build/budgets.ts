// How large what browsers get may become.
import type { Manifest } from '../src/server/assets.js'

/** Bytes as gzip. */
const budgets = { script: 60_000, style: 10_000, piece: 35_000 }

/** @throws Error that names what is too large */
export function requireWithinBudgets(
  { script, preload, style, pages }: Manifest,
  sizes: ReadonlyMap<string, number>,
): void {
  const sizeOf = (name: string) => sizes.get(name) ?? 0
  const first = [script, ...preload].reduce((sum, name) => sum + sizeOf(name), 0)
  requireAtMost('The script of lists and bugs', first, budgets.script)
  requireAtMost('The style', sizeOf(style), budgets.style)
  for (const [page, name] of Object.entries(pages)) requireAtMost(`The page '${page}'`, sizeOf(name), budgets.piece)
}

function requireAtMost(what: string, size: number, limit: number): void {
  if (size > limit) throw new Error(`${what} has ${size} bytes as gzip and may have ${limit}.`)
}
