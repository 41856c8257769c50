// A bug as answers show it.
import { z } from 'zod'
import { flag } from '../../flags/flag.js'
import { customValue, type CustomValue } from '../fields/custom-value.js'

/** A person in a bug. Contract: User detail object. */
const userDetail = z.object({
  id: z.int(),
  /** May be empty. */
  real_name: z.string(),
  /** The login name; for the logged out it may lack the host. */
  name: z.string(),
  /** The same as `name`. */
  email: z.string(),
})

export type UserDetail = z.output<typeof userDetail>
const login = z.string()
const bugIds = z.array(z.int())
const hours = z.number()

const standardBug = z.object({
  id: z.int(),
  /** Alphabetical. */
  alias: z.array(z.string()),
  summary: z.string(),
  status: z.string(),
  /** Empty while the bug is open. */
  resolution: z.string(),
  is_open: z.boolean(),
  /** The bug has left UNCONFIRMED for another open status. */
  is_confirmed: z.boolean(),
  product: z.string(),
  component: z.string(),
  classification: z.string(),
  version: z.string(),
  target_milestone: z.string(),
  op_sys: z.string(),
  platform: z.string(),
  priority: z.string(),
  severity: z.string(),
  assigned_to: login,
  assigned_to_detail: userDetail,
  creator: login,
  creator_detail: userDetail,
  /** Empty when there is none, or QA contacts are not in use. */
  qa_contact: login,
  /** Absent when there is no QA contact. */
  qa_contact_detail: userDetail.exactOptional(),
  /** By login name. */
  cc: z.array(login),
  cc_detail: z.array(userDetail),
  /** The bugs that wait for this one, as far as the caller may see them: open ones first, then by id. */
  blocks: bugIds,
  /** The bugs that this one waits for, in the same way. */
  depends_on: bugIds,
  dupe_of: z.int().nullable(),
  /** By name. */
  keywords: z.array(z.string()),
  /** Names; groups that carry rights first, then by name. */
  groups: z.array(z.string()),
  /** By the sort key and name of their types, then by id. Flags of attachments are told with those. */
  flags: z.array(flag),
  /** URLs, the oldest link first. */
  see_also: z.array(z.string()),
  url: z.string(),
  whiteboard: z.string(),
  /** YYYY-MM-DD. */
  deadline: z.string().nullable(),
  creation_time: z.date(),
  last_change_time: z.date(),
  /** People on the CC list may see the bug though they are outside its groups. */
  is_cc_accessible: z.boolean(),
  /** The creator may see the bug though outside its groups. */
  is_creator_accessible: z.boolean(),
  /** Hours. This and the next two are for time trackers only. */
  estimated_time: hours.exactOptional(),
  actual_time: hours.exactOptional(),
  remaining_time: hours.exactOptional(),
  /** Another text after every change of the bug. Get Bug gives it to those who are logged in. */
  update_token: z.string().exactOptional(),
  /** The caller's own tags, by name. Only when asked for. */
  tags: z.array(z.string()).exactOptional(),
})

export type StandardBug = z.output<typeof standardBug>

/** A bug: the fields of every installation and the custom fields of this one. */
export type Bug = StandardBug & { readonly [customField: `cf_${string}`]: CustomValue }

/** Contract: Bug. The type of a custom field says that its name begins with cf_, which the schema alone cannot. */
export const bug = standardBug.catchall(
  customValue.describe('The value of a custom field, whose name begins with `cf_`.'),
) as unknown as z.ZodType<Bug, Bug>
