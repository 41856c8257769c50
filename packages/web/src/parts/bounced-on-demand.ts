// The banner of a user to whom no email is sent because it bounced, loaded on demand.
import { bouncedTexts } from '../texts/english/bounced.js'

export const texts = { bounced: bouncedTexts }
export { BouncedBanner } from './bounced-banner.js'
