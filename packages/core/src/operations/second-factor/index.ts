import { resource } from '../../call/define/resource.js'
import { beginSecondFactor } from './begin.js'
import { confirmSecondFactor } from './confirm.js'
import { getSecondFactor } from './get.js'
import { removeSecondFactor } from './remove.js'
import { renewRecoveryCodes } from './renew-recovery-codes.js'
import { resetSecondFactor } from './reset.js'

export const secondFactor = resource({
  name: 'secondFactor',
  one: 'second factor',
  title: 'Two-factor authentication',
  operations: {
    get: getSecondFactor,
    begin: beginSecondFactor,
    confirm: confirmSecondFactor,
    renewRecoveryCodes,
    remove: removeSecondFactor,
    reset: resetSecondFactor,
  },
})
