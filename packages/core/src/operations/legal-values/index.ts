import { resource } from '../../call/define/resource.js'
import { createLegalValue } from './create.js'
import { deleteLegalValues } from './delete.js'
import { updateLegalValues } from './update.js'

export const legalValues = resource({
  name: 'legalValues',
  one: 'value',
  title: 'Legal values',
  operations: { create: createLegalValue, update: updateLegalValues, delete: deleteLegalValues },
})
