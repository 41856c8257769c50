import { resource } from '../../call/define/resource.js'
import { getAuditLog } from './get.js'

export const audit = resource({
  name: 'audit',
  one: 'entry',
  title: 'Audit log',
  operations: { get: getAuditLog },
})
