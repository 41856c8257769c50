import { resource } from '../../call/define/resource.js'
import { dropMail } from './drop.js'
import { listMail } from './list.js'
import { resendMail } from './resend.js'

export const mail = resource({
  name: 'mail',
  one: 'message',
  title: 'Mail',
  operations: { list: listMail, resend: resendMail, drop: dropMail },
})
