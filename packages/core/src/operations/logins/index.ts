import { resource } from '../../call/define/resource.js'
import { beginLogin } from './begin.js'
import { completeLogin } from './complete.js'
import { endLogin } from './ended.js'
import { completeCallback } from './finish.js'

export const logins = resource({
  name: 'logins',
  one: 'login',
  title: 'Logins at providers',
  operations: { begin: beginLogin, finish: completeCallback, complete: completeLogin, ended: endLogin },
})
