import { resource } from '../../call/define/resource.js'
import { createFlagType } from './create.js'
import { deleteFlagTypes } from './delete.js'
import { getFlagTypes } from './get.js'
import { updateFlagTypes } from './update.js'

export const flagTypes = resource({
  name: 'flagTypes',
  one: 'flag type',
  title: 'Flag types',
  operations: { create: createFlagType, get: getFlagTypes, update: updateFlagTypes, delete: deleteFlagTypes },
})
