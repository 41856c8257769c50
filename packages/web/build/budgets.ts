// How large what browsers get may become.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Manifest } from '../src/server/assets.js'

/** Bytes as gzip. */
const budgets = {
  start: 500,
  script: 60_000,
  shared: 15_000,
  style: 10_000,
  more: 10_000,
  all: 20_000,
  markdown: 25_000,
  piece: 35_000,
  // Of all pages together: each loads its own.
  texts: 18_000,
  report: 6_000,
}

/**
 * `imported` are the files that the script for Markdown imports.
 *
 * @throws Error that names what is too large
 */
export async function requireWithinBudgets(
  { start, script, shared, style, more, all, markdown, report, pages }: Manifest,
  sizes: ReadonlyMap<string, number>,
  imported: readonly string[],
): Promise<void> {
  const sizeOf = (name: string) => sizes.get(name) ?? 0
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + sizeOf(name), 0)
  requireAtMost('The script that waits for the first paint', sizeOf(start), budgets.start)
  requireAtMost('The script of lists and bugs', sizeOf(script), budgets.script)
  requireAtMost('The script that other pages share', sumOf(shared), budgets.shared)
  requireAtMost('The style', sizeOf(style), budgets.style)
  requireAtMost('The style that is loaded on demand', sizeOf(more), budgets.more)
  requireAtMost('The style of all other pages', sizeOf(all), budgets.all)
  const later = [markdown, ...imported].filter((name) => name !== script)
  requireAtMost('The script for Markdown', sumOf(later), budgets.markdown)
  requireAtMost('The form for reports', sizeOf(report), budgets.report)
  for (const [page, name] of Object.entries(pages)) requireAtMost(`The page '${page}'`, sizeOf(name), budgets.piece)
  requireAtMost('The texts of a language', await sizeOfTexts(), budgets.texts)
}

/** The size of the texts of one language without the pages. */
async function sizeOfTexts(): Promise<number> {
  const entry = fileURLToPath(new URL('../src/texts/english/index.ts', import.meta.url))
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', write: false })
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
}

function requireAtMost(what: string, size: number, limit: number): void {
  if (size > limit) throw new Error(`${what} has ${size} bytes as gzip and may have ${limit}.`)
}
