// The user's settings.
export { apiKeys } from './api-keys.js'
export { notifications } from './notifications.js'
export { logins } from './logins.js'
export { me } from './profile.js'
export { searches } from './searches.js'
export { sessions } from './sessions.js'
export { twoFactor } from './two-factor.js'
