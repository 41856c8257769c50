import { resource } from '../../call/define/resource.js'
import { createMilestone } from './create.js'
import { deleteMilestones } from './delete.js'
import { getMilestones } from './get.js'
import { updateMilestones } from './update.js'

export const milestones = resource({
  name: 'milestones',
  one: 'milestone',
  title: 'Milestones',
  operations: { create: createMilestone, get: getMilestones, update: updateMilestones, delete: deleteMilestones },
})
