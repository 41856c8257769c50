import * as z from 'zod'
import { hasRight, requireUser, systemRights, type Call } from '../../call/context.js'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { loadPagePreferences, pagePreferences } from '../../domain/preferences/pages.js'
import { countHeld } from '../../domain/inbound/find.js'
import { isStoppedByBounces } from '../../domain/users/bounces.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { wantsFullText } from '../../search/quicksearch/full-text.js'
import type { Reader } from '../../schema/index.js'

const group = z.object({
  id: z.int().meta({ ref: 'group', description: 'ID of the group.' }),
  name: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
  description: z.string().meta({ description: 'Display name or description.' }),
})

const preferences = z.object({
  quicksearch_fulltext: z.boolean().meta({ description: 'Quicksearch also searches comments.' }),
  pages: pagePreferences.meta({ description: 'Preferences of the caller for the pages.' }),
})

export const whoAmI = defineRead({
  name: 'users.whoami',
  summary: 'Get your own user',
  description:
    "The caller's user. The permissions and preferences of the caller are included if `include_fields` requests " +
    'them, by name or with `_all` or `_extra`; ID and names are always included.',
  errors: ['login_required'],
  examples: [
    { title: 'The owner of an API key', code: 'const { id, name } = await tracker.as({ api_key }).users.whoami()' },
    {
      title: 'Get the permissions of the caller',
      code: "const { rights = [] } = await alice.users.whoami({ include_fields: ['rights'] })",
    },
  ],
  access: 'required',
  isBeforeSecondFactor: true,
  input: z.strictObject({ ...fieldFilter }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the user.' }),
    name: z.string().meta({ description: 'Login.' }),
    real_name: z.string().meta({ description: 'Real name; can be empty.' }),
    rights: z.array(z.string()).exactOptional().meta({
      description: 'System groups of the caller; each is a permission. Only on request.',
    }),
    groups: z.array(group).exactOptional().meta({ description: 'All groups of the caller. Only on request.' }),
    is_insider: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether the caller can see private comments and attachments. Only on request.' }),
    is_time_tracker: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether the caller can see and set hours. Only on request.' }),
    held_reports: z.int().exactOptional().meta({
      description: 'Number of held reports that the caller can decide about, at most 100. Only on request.',
    }),
    email_bounced: z.boolean().exactOptional().meta({
      description: 'Email to the caller bounced on five days, and is off. Only on request.',
    }),
    preferences: preferences.exactOptional().meta({ description: 'Preferences of the caller. Only on request.' }),
  }),
  async run(tx, input, call) {
    const user = requireUser(call.who)
    const { id, login, real_name } = user
    const filter = createFieldFilter(input)
    const isAsked = (field: string) => filter.wants(field, 'extra')
    return {
      id,
      name: login,
      real_name,
      ...(isAsked('rights') && { rights: systemRights.filter((right) => hasRight(call, right)) }),
      ...(isAsked('groups') && { groups: groupsOf(call) }),
      ...(isAsked('is_insider') && { is_insider: call.who.isInsider }),
      ...(isAsked('is_time_tracker') && { is_time_tracker: call.who.isTimeTracker }),
      ...(isAsked('held_reports') && { held_reports: await countHeld(tx, call) }),
      ...(isAsked('email_bounced') && { email_bounced: isStoppedByBounces(user) }),
      ...(isAsked('preferences') && { preferences: await preferencesOf(tx, call, id) }),
    }
  },
})

function groupsOf({ who, catalogue }: Call): z.input<typeof group>[] {
  return [...catalogue.groups].flatMap(({ id, name, description }) =>
    who.groupIds.has(id) ? [{ id, name, description }] : [],
  )
}

async function preferencesOf(tx: Reader, { who }: Call, userId: number): Promise<z.input<typeof preferences>> {
  return { quicksearch_fulltext: await wantsFullText(tx, who), pages: await loadPagePreferences(tx, userId) }
}
