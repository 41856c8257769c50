import { resource } from '../../call/define/resource.js'
import { getRequests } from './get.js'

export const requests = resource({
  name: 'requests',
  one: 'request',
  title: 'Requests',
  operations: { get: getRequests },
})
