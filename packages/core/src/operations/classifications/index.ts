import { resource } from '../../call/define/resource.js'
import { createClassification } from './create.js'
import { deleteClassifications } from './delete.js'
import { getClassifications } from './get.js'
import { updateClassifications } from './update.js'

export const classifications = resource({
  name: 'classifications',
  one: 'classification',
  title: 'Classifications',
  operations: {
    create: createClassification,
    get: getClassifications,
    update: updateClassifications,
    delete: deleteClassifications,
  },
})
