/** Suggested for typos only: a name of other words would confuse. */
const mostEdits = 2

/** Returns the name that differs from the word by at most two edits, and by less than half of its letters. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const most = Math.min(mostEdits, Math.ceil(word.length / 2) - 1)
  return names
    .map((name) => ({ name, distance: distanceOf(word.slice(0, 50), name) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)[0]?.name
}

/** Counts the letters to insert, remove, replace, or swap with their neighbor. */
function distanceOf(from: string, to: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? at(before, j - 2) + 1 : Infinity
      next[j] = Math.min(at(row, j) + 1, at(next, j - 1) + 1, replaced, swapped)
    }
    ;[before, row] = [row, next]
  }
  return at(row, to.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity
