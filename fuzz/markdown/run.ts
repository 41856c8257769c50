// `npm run fuzz -- markdown [COUNT [SEED]]`: random Markdown, parsed and written as HTML.
import { parseMarkdown, toHtml } from '../../packages/markdown/src/index.js'
import { hrefOf, requireHarmless } from '../../packages/markdown/test/harmless.js'
import { randomParts, requireWords } from '../../packages/markdown/test/words.js'
import { numbersOf } from '../../scripts/whole-numbers.mjs'

/** Microseconds of CPU time of one text of some 1,000 characters. */
const longest = 200_000

export async function runMarkdown(given: readonly string[]): Promise<readonly string[]> {
  const usage = 'npm run fuzz -- markdown [COUNT [SEED]]'
  const [count = 100_000, seed = 1 + (Date.now() % 1_000_000)] = numbersOf(usage, given)
  console.log(`${count} texts from seed ${seed}`)
  for (let n = 0; n < count; n++) {
    const problem = problemOf(seed + n)
    if (problem !== undefined) return [`seed ${seed + n}: ${problem}`]
  }
  return []
}

function problemOf(seed: number): string | undefined {
  const text = randomParts(seed).join('')
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
