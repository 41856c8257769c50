import { resource } from '../../call/define/resource.js'
import { createUser } from './create.js'
import { eraseUsers } from './erase.js'
import { getUsers } from './get.js'
import { updateUsers } from './update.js'
import { updateSelf } from './update-self.js'
import { whoAmI } from './whoami.js'

export const users = resource({
  name: 'users',
  one: 'user',
  title: 'Users',
  operations: { create: createUser, get: getUsers, update: updateUsers, erase: eraseUsers, updateSelf, whoami: whoAmI },
})
