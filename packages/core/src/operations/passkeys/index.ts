import { resource } from '../../call/define/resource.js'
import { beginPasskey } from './begin.js'
import { createPasskey } from './create.js'
import { getPasskeys } from './get.js'
import { removePasskey } from './remove.js'
import { updatePasskey } from './update.js'

export const passkeys = resource({
  name: 'passkeys',
  one: 'passkey',
  title: 'Passkeys',
  operations: {
    begin: beginPasskey,
    create: createPasskey,
    get: getPasskeys,
    update: updatePasskey,
    remove: removePasskey,
  },
})
