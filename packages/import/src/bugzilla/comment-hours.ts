import type { BugAnswer, CommentAnswer, HistoryAnswer } from './answers.js'

/**
 * The hours of each comment, which no tracker returns: the history has the times of added hours, which belong to the
 * comment of that second or the next one. The rest of the bug's sum is on its description.
 */
export function commentHours(
  { actual_time }: Pick<BugAnswer, 'actual_time'>,
  comments: readonly Pick<CommentAnswer, 'time' | 'creation_time'>[],
  history: HistoryAnswer,
): number[] {
  const hours = comments.map(() => 0)
  if (actual_time === 0 || comments.length === 0) return hours
  const secondOf = (time: string | null | undefined) => Math.trunc(Date.parse(time ?? '') / 1000)
  const times = comments.map(({ creation_time, time }) => secondOf(creation_time ?? time))
  for (const { when, changes } of history)
    for (const { field_name, added } of changes) {
      if (field_name !== 'work_time') continue
      const index = times.indexOf(secondOf(when))
      const worked = Number(added)
      if (index >= 0 && Number.isFinite(worked)) hours[index] = (hours[index] ?? 0) + worked
    }
  const rest = actual_time - hours.reduce((sum, one) => sum + one, 0)
  hours[0] = (hours[0] ?? 0) + Math.round(rest * 100) / 100
  return hours
}
