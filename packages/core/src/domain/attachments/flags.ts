// Sets flags on attachments as Create Attachment and Update Attachment ask.
import { componentOf } from '../bugs/fields/values.js'
import { addAskedToCc } from '../bugs/rules/flags.js'
import type { BugDraft } from '../bugs/state/draft.js'
import type { Call } from '../../call/context.js'
import type { FlagChange } from '../flags/input.js'
import { nextFlags } from '../flags/plan.js'
import { lookUpRequestees, type Requestees } from '../flags/requestees.js'
import type { FlagsChange } from '../flags/write.js'
import type { Reader } from '../../schema/index.js'
import type { AttachmentRow } from './find.js'

type Carrier = Pick<AttachmentRow, 'bug_id' | 'is_private'>

/**
 * Applies flag changes of an attachment to the draft of its bug, and puts requestees on the CC list. Returns the flags
 * of the attachment before and after.
 * @throws as nextFlags
 */
export type SetFlags = (
  draft: BugDraft<'flags' | 'cc'>,
  attachment: Pick<AttachmentRow, 'id' | 'is_private' | 'is_obsolete'>,
  wasObsolete: boolean,
) => FlagsChange

/** Looks up the requestees, who differ between public and private attachments. */
export async function openFlags(
  tx: Reader,
  call: Call,
  changes: readonly FlagChange[],
  carriers: readonly Carrier[],
): Promise<SetFlags> {
  const requestees = new Map<boolean, Requestees>()
  for (const isPrivate of new Set(carriers.map((one) => one.is_private))) {
    const bugIds = carriers.map((one) => one.bug_id)
    requestees.set(isPrivate, await lookUpRequestees(tx, call, changes, bugIds, { isPrivate }))
  }
  return (draft, { id: attachmentId, is_private, is_obsolete }, wasObsolete) => {
    const { row } = draft
    const flags = draft.part('flags')
    const component = componentOf(call.catalogue, row)
    const asked = requestees.get(is_private) as Requestees
    const before = flags.filter((flag) => flag.attachment_id === attachmentId)
    const planned = nextFlags(call, { bugId: row.id, attachmentId, component }, before, changes, asked.find)
    // An attachment that becomes obsolete loses its requests.
    const after = is_obsolete && !wasObsolete ? planned.filter((flag) => flag.status !== '?') : planned
    addAskedToCc(draft, before, after, asked)
    if (differ({ before, after }))
      draft.setPart('flags', [...flags.filter((flag) => flag.attachment_id !== attachmentId), ...after])
    return { before, after }
  }
}

/** True if flags were added, removed or changed. */
export function differ({ before, after }: FlagsChange): boolean {
  return before.length !== after.length || before.some((flag) => !after.includes(flag))
}
