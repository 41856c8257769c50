import { resource } from '../../call/define/resource.js'
import { createFieldValue } from './create.js'
import { deleteFieldValues } from './delete.js'
import { updateFieldValues } from './update.js'

export const fieldValues = resource({
  name: 'fieldValues',
  one: 'value',
  title: 'Field values',
  operations: { create: createFieldValue, update: updateFieldValues, delete: deleteFieldValues },
})
