import { resource } from '../../call/define/resource.js'
import { createField } from './create.js'
import { deleteFields } from './delete.js'
import { getFields } from './get.js'
import { updateFields } from './update.js'
import { valuesOfField } from './values.js'

export const fields = resource({
  name: 'fields',
  one: 'field',
  title: 'Fields',
  operations: {
    create: createField,
    get: getFields,
    values: valuesOfField,
    update: updateFields,
    delete: deleteFields,
  },
})
