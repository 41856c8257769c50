/** The fixed time of tests. */
export const now = new Date('2026-03-01T12:00:00Z')

export function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}
