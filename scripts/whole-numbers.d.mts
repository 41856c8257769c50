export function wholeNumbers(given: readonly string[], usage: string): number[]
export function numbersOf(usage: string, given?: readonly string[]): number[]
