import { resource } from '../../call/define/resource.js'
import { getVisits } from './get.js'
import { recordVisits } from './record.js'

export const visits = resource({
  name: 'visits',
  one: 'visit',
  title: 'Visits',
  operations: { record: recordVisits, get: getVisits },
})
