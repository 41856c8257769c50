import { resource } from '../../call/define/resource.js'
import { getChanges } from './get.js'
import { restartChanges } from './restart.js'

export const changes = resource({
  name: 'changes',
  one: 'change',
  title: 'Changes',
  operations: { get: getChanges, restart: restartChanges },
})
