import { resource } from '../../call/define/resource.js'
import { createAccount } from './create.js'
import { getAccountOffers } from './get.js'
import { registerAccount } from './register.js'
import { requestAddress } from './request-address.js'
import { requestPassword } from './request-password.js'
import { setAddress } from './set-address.js'
import { setPassword } from './set-password.js'

export const accounts = resource({
  name: 'accounts',
  one: 'account',
  title: 'Accounts by email',
  operations: {
    get: getAccountOffers,
    requestPassword,
    setPassword,
    register: registerAccount,
    create: createAccount,
    requestAddress,
    setAddress,
  },
})
