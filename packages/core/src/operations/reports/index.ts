import { resource } from '../../call/define/resource.js'
import { createReport } from './create.js'
import { getReportDoor } from './get.js'

export const reports = resource({
  name: 'reports',
  one: 'report',
  title: 'Reports from programs',
  operations: { get: getReportDoor, create: createReport },
})
