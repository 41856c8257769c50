import { resource } from '../../call/define/resource.js'
import { getInbox } from './get.js'
import { updateInbox } from './update.js'

export const inbox = resource({
  name: 'inbox',
  one: 'inbox',
  title: 'Inbox',
  operations: { get: getInbox, update: updateInbox },
})
