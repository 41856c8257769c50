// Inputs of operations that erase content.
import type { Call } from '../../call/context.js'
import { isOn } from '../../setup/catalogue.js'
import { limited, line } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'

/** Characters. */
const maxReasonLength = 1000

/** The reason for an erasure. Raises text_too_long (104), param_required (50). */
export const reason = limited(line, maxReasonLength)
  .refine((text) => text !== '', problem('param_required'))
  .meta({
    maxLength: maxReasonLength,
    description: 'Reason for the audit log, 1 to 1,000 characters. Do not repeat the erased content.',
  })

/** The parameters that switch taking out on. */
type Switch = 'allow_attachment_deletion' | 'allowbugdeletion' | 'allowuserdeletion'

/** The embedding program passes. @throws deletion_not_allowed when the parameter is off */
export function requireAllowed({ who, catalogue }: Call, parameter: Switch): void {
  if (!who.isSystem && !isOn(catalogue, parameter)) throw new TrackerError('deletion_not_allowed', { parameter })
}
