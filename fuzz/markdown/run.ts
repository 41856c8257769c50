// Random Markdown, parsed and written as HTML.
import { parseMarkdown, toHtml } from '../../packages/markdown/src/index.js'
import { hrefOf, requireHarmless } from '../../packages/markdown/test/harmless.js'
import { sparseTable } from '../../packages/markdown/test/hostile.js'
import { randomParts, requireWords } from '../../packages/markdown/test/words.js'

/** Microseconds of CPU time of one text of some 1,000 characters. */
const longest = 200_000

/** Returns the first finding. */
export async function fuzzMarkdown(count: number, seed: number): Promise<{ readonly findings: readonly string[] }> {
  for (let n = 0; n < count; n++) {
    const problem = problemOf(seed + n)
    if (problem !== undefined) return { findings: [`seed ${seed + n}: ${problem}`] }
  }
  return { findings: [] }
}

const tables = (seed: number) => `\n\n${sparseTable(seed % 300, seed % 290).repeat(3)}`

function problemOf(seed: number): string | undefined {
  const text = randomParts(seed).join('') + (seed % 10 === 0 ? tables(seed) : '')
  const start = process.cpuUsage()
  try {
    requireWords(seed)
    const root = parseMarkdown(text)
    if (root) requireHarmless(toHtml(root, { href: hrefOf }))
  } catch (error) {
    return String(error)
  }
  const { user, system } = process.cpuUsage(start)
  return user + system > longest ? `${JSON.stringify(text)} took ${user + system} µs of CPU` : undefined
}
