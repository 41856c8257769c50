// The banner while the tracker is viewed as another user, loaded on demand.
import { actingTexts } from '../texts/english/acting.js'

export const texts = { acting: actingTexts }
export { ActingBanner } from './acting-banner.js'
