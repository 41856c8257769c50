import { resource } from '../../call/define/resource.js'
import { getWorkflow } from './get.js'
import { updateWorkflow } from './update.js'

export const workflow = resource({
  name: 'workflow',
  one: 'transition',
  title: 'Workflow',
  operations: { get: getWorkflow, update: updateWorkflow },
})
