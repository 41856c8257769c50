import * as z from 'zod'
import { changesView } from '../../domain/audit/plan.js'
import { sendsMail } from '../../call/mail-outbox.js'
import { moveToHead } from '../../feed/cursors.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { record, wholeText } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireUsers } from '../../domain/users/find.js'
import { isParameterName, loginsIn, parameterNames, type ParameterName } from '../../setup/parameters.js'
import { readParameter } from '../../domain/parameters/value.js'
import { requireEmergencyLogin } from '../../domain/parameters/emergency-login.js'
import { writeParameters } from '../../domain/parameters/write.js'

export const updateParameters = defineWrite({
  name: 'parameters.update',
  summary: 'Set parameters',
  description:
    'Sets parameters of the installation, all of them or none; they apply to every process from the next call.\n\n' +
    "A boolean is true or false ('1' or '0'), a number is whole and not negative, a group, a field value and the " +
    'users of globalwatchers are existing names, a pattern must compile, an address must be valid. The response ' +
    'contains the changes.\n\n' +
    'Fails with `auth_failure` without tweakparams; `param_required` without any; `param_invalid` with what is ' +
    'accepted; `object_does_not_exist` for a group or user.',
  errors: [
    'auth_failure',
    'param_required',
    'unknown_parameter',
    'param_invalid',
    'param_must_be_numeric',
    'number_too_large',
    'number_too_small',
    'object_does_not_exist',
    'invalid_regexp',
  ],
  examples: [
    {
      title: 'Require login and allow larger attachments',
      code: 'await admin.parameters.update({ parameters: { requirelogin: true, maxattachmentsize: 5000 } })',
    },
  ],
  access: 'required',
  right: { group: 'tweakparams', action: 'set parameters' },
  confirms: () => true,
  input: z.strictObject({
    parameters: record(z.union([wholeText, z.number(), z.boolean()])).meta({
      description: 'Values by name, as strings, numbers or booleans.',
    }),
  }),
  output: z.object({ changes: changesView.meta({ description: 'Changes by parameter name.' }) }),
  async run(tx, { parameters }, call) {
    const values: Partial<Record<ParameterName, string>> = {}
    for (const [name, given] of Object.entries(parameters)) {
      if (!isParameterName(name))
        throw new TrackerError('unknown_parameter', { field: `parameters.${name}`, accepted: parameterNames })
      values[name] = readParameter(call, name, given)
    }
    if (Object.keys(values).length === 0) throw new TrackerError('param_required', { field: 'parameters' })
    const { globalwatchers } = values
    if (globalwatchers) await requireUsers(tx, loginsIn(globalwatchers), 'parameters.globalwatchers')
    await requireEmergencyLogin(tx, call, values.password_login_group)
    const changed = await writeParameters(tx, call, values)
    if (changed.length > 0) await bumpCatalogueVersion(tx)
    const before = call.catalogue.parameters
    // Changes made while mail was turned off are never sent.
    if (changed.includes('mail_delivery_method') && !sendsMail(call.catalogue)) await moveToHead(tx, 'mail', call.now)
    return {
      changes: Object.fromEntries(changed.map((name) => [name, { removed: before[name], added: values[name] ?? '' }])),
    }
  },
})
