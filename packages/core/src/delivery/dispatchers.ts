// The parts of trackers that send email or make the requests of webhooks.
export { defaultTemplates } from '../mail/messages/templates.js'
export { createDispatcher } from './mail/dispatcher.js'
export { createWebhookDispatcher } from './webhooks/dispatcher.js'
