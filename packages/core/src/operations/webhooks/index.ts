import { resource } from '../../call/define/resource.js'
import { createWebhook } from './create.js'
import { getWebhookDeliveries } from './deliveries.js'
import { deleteWebhooks } from './delete.js'
import { getWebhooks } from './get.js'
import { listWebhooks } from './list.js'
import { pingWebhook } from './ping.js'
import { redeliverWebhook } from './redeliver.js'
import { rotateWebhookSecret } from './rotate.js'
import { updateWebhooks } from './update.js'

export const webhooks = resource({
  name: 'webhooks',
  one: 'webhook',
  title: 'Webhooks',
  operations: {
    create: createWebhook,
    get: getWebhooks,
    update: updateWebhooks,
    delete: deleteWebhooks,
    rotate: rotateWebhookSecret,
    list: listWebhooks,
    ping: pingWebhook,
    deliveries: getWebhookDeliveries,
    redeliver: redeliverWebhook,
  },
})
