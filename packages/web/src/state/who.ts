// Who looks at the pages, and what they may do.
import type { Operations } from '@trackerkit/client'

export interface Who {
  readonly id: number
  /** The login name. */
  readonly login: string
  /** The real name; may be empty. */
  readonly name: string
  readonly groups: readonly string[]
  readonly isInsider: boolean
  readonly isTimeTracker: boolean
  /** The group that may tag comments; empty: nobody tags. */
  readonly maySetTags: boolean
  /** The largest attachment in bytes. */
  readonly largestAttachment: number
}

const parameterNames = ['insidergroup', 'timetrackinggroup', 'comment_taggers_group', 'maxattachmentsize'] as const

/** Asks who is logged in. @throws TrackerError when the session is over */
export async function loadWho(operations: Operations): Promise<Who> {
  const me = await operations.users.whoami()
  const [{ users }, { parameters }] = await Promise.all([
    operations.users.get({ ids: [me.id], include_fields: ['groups'] }),
    operations.parameters.get({ include_fields: [...parameterNames] }),
  ])
  const groups = (users[0]?.groups ?? []).map((group) => group.name)
  const isIn = (parameter: (typeof parameterNames)[number]) => groups.includes(parameters[parameter] ?? '')
  return {
    id: me.id,
    login: me.name,
    name: me.real_name,
    groups,
    isInsider: isIn('insidergroup'),
    isTimeTracker: isIn('timetrackinggroup'),
    maySetTags: isIn('comment_taggers_group'),
    largestAttachment: Number(parameters['maxattachmentsize'] ?? 1000) * 1024,
  }
}

/** The name by which a person is called: the real one, else the login name. */
export function nameOf({ real_name, name }: { readonly real_name: string; readonly name: string }): string {
  return real_name === '' ? name : real_name
}
