import { resource } from '../../call/define/resource.js'
import { createForm } from './create.js'
import { deleteForms } from './delete.js'
import { getForms } from './get.js'
import { updateForms } from './update.js'

export const forms = resource({
  name: 'forms',
  one: 'form',
  title: 'Forms',
  operations: { create: createForm, get: getForms, update: updateForms, delete: deleteForms },
})
