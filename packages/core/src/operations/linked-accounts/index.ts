import { resource } from '../../call/define/resource.js'
import { getLinkedAccounts } from './get.js'
import { removeLinkedAccount } from './remove.js'

export const linkedAccounts = resource({
  name: 'linkedAccounts',
  one: 'linked account',
  title: 'Linked accounts',
  operations: { get: getLinkedAccounts, remove: removeLinkedAccount },
})
