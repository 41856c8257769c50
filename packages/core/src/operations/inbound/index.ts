import { resource } from '../../call/define/resource.js'
import { acceptInbound } from './accept.js'
import { inboundContent } from './content.js'
import { listInbound } from './list.js'
import { refuseInbound } from './refuse.js'
import { retryInbound } from './retry.js'

export const inbound = resource({
  name: 'inbound',
  one: 'incoming item',
  title: 'Incoming items',
  operations: {
    list: listInbound,
    content: inboundContent,
    accept: acceptInbound,
    refuse: refuseInbound,
    retry: retryInbound,
  },
})
