import { resource } from '../../call/define/resource.js'
import { endOwnReplies } from './end-replies.js'
import { getPreferences } from './get.js'
import { getSubscription } from './subscription.js'
import { unsubscribe } from './unsubscribe.js'
import { updatePreferences } from './update.js'

export const preferences = resource({
  name: 'preferences',
  one: 'preference',
  title: 'Preferences',
  operations: {
    get: getPreferences,
    update: updatePreferences,
    endReplies: endOwnReplies,
    subscription: getSubscription,
    unsubscribe,
  },
})
