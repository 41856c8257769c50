// The operations that pages call. The build leaves out the routes of the others, which take a part of the first script.
import type { Client as WholeClient } from '@trackerkit/client'

export const unusedResources = ['logins', 'reports', 'tags', 'watches', 'webhooks'] as const

/** Of all resources. */
export const unusedVerbs = [
  'accessible',
  'enterable',
  'selectable',
  'values',
  'download',
  'restart',
  'check',
  'version',
  'extensions',
  'timezone',
  'time',
  'lastAuditTime',
  'subscription',
  'unsubscribe',
] as const

type Unused = (typeof unusedResources)[number] | 'url' | 'close'

export type Client = {
  readonly [R in Exclude<keyof WholeClient, Unused>]: Omit<WholeClient[R], (typeof unusedVerbs)[number]>
}
