import { resource } from '../../call/define/resource.js'
import { createIntake } from './create.js'
import { deleteIntakes } from './delete.js'
import { getIntakes } from './get.js'
import { rotateIntakeKey } from './rotate-key.js'
import { updateIntakes } from './update.js'

export const intakes = resource({
  name: 'intakes',
  one: 'intake',
  title: 'Intakes',
  operations: {
    create: createIntake,
    get: getIntakes,
    update: updateIntakes,
    delete: deleteIntakes,
    rotateKey: rotateIntakeKey,
  },
})
