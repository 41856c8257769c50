interface Verdict {
  readonly pattern: string
  readonly verdict: string
  readonly longest?: number
  readonly reason?: string | undefined
}
export function patternsOf(files: readonly (readonly [file: string, source: string])[]): ReadonlyMap<string, string>
export function judgePatterns(
  patterns: ReadonlyMap<string, string>,
  known: readonly Verdict[],
  options?: { readonly all?: boolean },
): Promise<{ readonly faults: string[]; readonly verdicts: Verdict[] }>
