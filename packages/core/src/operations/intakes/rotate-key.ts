import * as z from 'zod'
import { randomText } from '../../auth/secrets.js'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { findIntakes } from '../../domain/intakes/find.js'
import { TrackerError } from '../../kernel/errors.js'

export const rotateIntakeKey = defineWrite({
  name: 'intakes.rotateKey',
  summary: 'Rotate the key of an intake',
  description:
    'Gives an intake a new key, which identifies it in the URL for reports from programs, ' +
    '`/rest/report/KEY`. The previous key becomes invalid. A key is not a secret: pages that anyone can ' +
    'read contain it. For members of editcomponents, and of groups that have this right within the ' +
    'product.\n\n' +
    'Fails with `object_does_not_exist` for an ID.',
  errors: ['object_does_not_exist'],
  examples: [{ title: 'The first key', code: 'const { key } = await admin.intakes.rotateKey({ id: 3 })' }],
  access: 'required',
  input: z.strictObject({ id: id.meta({ description: 'ID of the intake.' }) }),
  output: z.object({ key: z.string().meta({ description: 'The key: `tki_` and 22 letters and digits.' }) }),
  async run(tx, { id: value }, call) {
    const [intake] = await findIntakes(tx, call, { ids: [value] })
    if (!intake) throw new TrackerError('object_does_not_exist', { kind: 'intake', field: 'id', value })
    const key = `tki_${randomText(call.environment, 22)}`
    await tx.update('intakes', { col: 'id', eq: intake.id }, { key })
    await audit(tx, call, 'intakes', intake.id, [{ field: 'key', removed: null, added: null }])
    return { key }
  },
})
