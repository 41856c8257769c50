// The pages of a tracker as a function from request to response.
export { createWebHandler } from './server/handler.js'
export type { WebHandler } from './server/web-handler.js'
export type { FooterLink, HostUser, Identify, Identity, Rest, WebContext, WebOptions } from './server/options.js'
export type { Setup, SetupInput } from './server/setup-gate.js'
export type { Color, Theme } from './server/theme.js'
