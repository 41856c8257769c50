// Shared inputs of tools.
import * as z from 'zod'

/** The number of a bug. */
export const bugNumber = z.int().min(1).describe('The number of the bug.')

/** One name, or several. */
export const names = z.union([z.string(), z.array(z.string()).max(50)])

/** Search criteria. */
export const criteria = {
  quicksearch: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Words, and field:value, such as `crash product:Widgets assigned_to:bob`. Only open bugs, unless it begins with ALL.',
    ),
  product: names.optional().describe('Names of products.'),
  component: names.optional().describe('Names of components.'),
  status: names.optional().describe('Statuses; `__open__` and `__closed__` stand for several.'),
  resolution: names.optional().describe('Resolutions.'),
  priority: names.optional().describe('Priorities.'),
  severity: names.optional().describe('Severities.'),
  assigned_to: names.optional().describe('Login names of assignees.'),
  creator: names.optional().describe('Login names of who filed it.'),
  keywords: names.optional().describe('All of these keywords.'),
  target_milestone: names.optional().describe('Milestones.'),
  summary: z.string().max(1000).optional().describe('A part of the summary.'),
  created_since: z.iso.datetime().optional().describe('Filed then or later: 2026-01-31T12:00:00Z.'),
  changed_since: z.iso.datetime().optional().describe('Changed then or later: 2026-01-31T12:00:00Z.'),
}

interface Times {
  readonly created_since?: string | undefined
  readonly changed_since?: string | undefined
}

/** Criteria as the tracker takes them. */
export function readTimes<T extends Times>({ created_since, changed_since, ...others }: T) {
  return {
    ...others,
    ...(created_since !== undefined && { creation_time: new Date(created_since) }),
    ...(changed_since !== undefined && { last_change_time: new Date(changed_since) }),
  }
}

/** Several of what may be one. */
export function listOf(given: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof given === 'string' ? [given] : given
}
