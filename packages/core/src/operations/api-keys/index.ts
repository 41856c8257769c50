import { resource } from '../../call/define/resource.js'
import { createApiKey } from './create.js'
import { getApiKeys } from './get.js'
import { revokeAllApiKeys } from './revoke-all.js'
import { updateApiKeys } from './update.js'

export const apiKeys = resource({
  name: 'apiKeys',
  one: 'API key',
  title: 'API keys',
  operations: { create: createApiKey, get: getApiKeys, update: updateApiKeys, revokeAll: revokeAllApiKeys },
})
