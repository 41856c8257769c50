import { resource } from '../../call/define/resource.js'
import { createSchedule } from './create.js'
import { deleteSchedule } from './delete.js'
import { getSchedules } from './get.js'
import { runSchedule } from './run.js'
import { updateSchedule } from './update.js'

export const schedules = resource({
  name: 'schedules',
  one: 'schedule',
  title: 'Digests and scheduled searches',
  operations: {
    create: createSchedule,
    get: getSchedules,
    update: updateSchedule,
    delete: deleteSchedule,
    run: runSchedule,
  },
})
