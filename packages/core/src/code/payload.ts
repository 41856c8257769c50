// Parts that payloads of all hosts share.
import * as z from 'zod'
import { TrackerError } from '../kernel/errors.js'
import { mostCommits, type CodeItem } from './code-event.js'

/** @throws code_payload_invalid, which names the first wrong field */
export function parsePayload<T extends z.ZodType>(schema: T, payload: unknown): z.output<T> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new TrackerError('code_payload_invalid', { problem: `${field === '' ? 'it' : field} is not as expected` })
}

/** The host of a web address, in lower case; undefined for any other text. */
export function hostOf(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  return new URL(url).host
}

/** The branch of a push; undefined for tags. */
export function branchOf(ref: string): string | undefined {
  const prefix = 'refs/heads/'
  if (ref.startsWith(prefix)) return ref.slice(prefix.length)
  return ref.startsWith('refs/') ? undefined : ref
}

/** A time as a host writes it, such as `2017-12-10 17:08:07 UTC`; undefined for any other text. */
function timeOf(text: string | null | undefined): Date | undefined {
  const time = new Date((text ?? '').replace(/ UTC$/, 'Z').replace(' ', 'T'))
  const year = time.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? time : undefined
}

const time = z.string().nullish()

/** Fields of a pull request with the times of its steps. */
export const stepTimes = { updated_at: time, merged_at: time, closed_at: time, created_at: time }

/**
 * The time of the last change of a pull request, or of its last step. Never the time of the delivery: an event that comes
 * again would win over later ones. Without any time, 1970.
 */
export function changedAt(steps: Readonly<Partial<Record<keyof typeof stepTimes, string | null | undefined>>>): Date {
  const { updated_at, merged_at, closed_at, created_at } = steps
  const last = [merged_at, closed_at, created_at].map((step) => timeOf(step)?.getTime() ?? 0)
  return timeOf(updated_at) ?? new Date(Math.max(...last))
}

/** Text that a host may leave out, or write as null or blank. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

export const commit = z.object({
  id: text,
  message: z.string(),
  url: z.string(),
  timestamp: time,
  author: z.object({ username: text, name: text }).nullish(),
})

/** Returns true if a push has more commits than are read: hosts send only some, with the number of all. */
export function isCut(commits: readonly unknown[] | null | undefined, total: number | null | undefined): boolean {
  const count = commits?.length ?? 0
  return Math.max(count, total ?? 0) > Math.min(count, mostCommits)
}

/** The first commits of a push. One without an ID has the last part of its URL. */
export function commitItems(commits: readonly z.output<typeof commit>[], branch: string, now: Date): CodeItem[] {
  return commits.slice(0, mostCommits).map(({ id, message, url, timestamp, author }) => {
    const end = message.indexOf('\n')
    return {
      kind: 'commit',
      ref: id === '' ? url.slice(url.lastIndexOf('/') + 1) : id,
      url,
      title: (end < 0 ? message : message.slice(0, end)).trim(),
      text: end < 0 ? '' : message.slice(end + 1),
      branch,
      target: branch,
      state: 'pushed',
      author: author?.username || author?.name || '',
      isAccount: (author?.username ?? '') !== '',
      changedAt: timeOf(timestamp) ?? now,
    }
  })
}
