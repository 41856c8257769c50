// Schemas of GitHub's responses; fields not listed here are ignored.
import * as z from 'zod'

/** Null for a deleted account. */
const account = z.object({ login: z.string(), id: z.int().positive().optional() })
const person = account.nullish()

/** An issue or a pull request: both are in the list of issues. */
export const issueAnswer = z.object({
  number: z.int().min(1),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  state_reason: z.string().nullish(),
  user: person,
  assignees: z.array(account).nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string(), description: z.string().nullish() })])),
  milestone: z.object({ title: z.string() }).nullish(),
  html_url: z.string(),
  comments: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  closed_by: person,
  pull_request: z.unknown().optional(),
})
export type Issue = z.output<typeof issueAnswer>

/** Something that happened to an issue. Comments have `user`, others `actor`; some have no time. */
export const eventAnswer = z.object({
  event: z.string().nullish(),
  created_at: z.string().nullish(),
  user: person,
  actor: person,
  body: z.string().nullish(),
  state_reason: z.string().nullish(),
})
export type IssueEvent = z.output<typeof eventAnswer>
