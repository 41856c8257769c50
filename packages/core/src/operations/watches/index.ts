import { resource } from '../../call/define/resource.js'
import { getWatches } from './get.js'
import { updateWatches } from './update.js'

export const watches = resource({
  name: 'watches',
  one: 'watch',
  title: 'Watches',
  operations: { get: getWatches, update: updateWatches },
})
