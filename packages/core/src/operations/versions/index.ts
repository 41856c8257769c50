import { resource } from '../../call/define/resource.js'
import { createVersion } from './create.js'
import { deleteVersions } from './delete.js'
import { getVersions } from './get.js'
import { updateVersions } from './update.js'

export const versions = resource({
  name: 'versions',
  one: 'version',
  title: 'Versions',
  operations: { create: createVersion, get: getVersions, update: updateVersions, delete: deleteVersions },
})
