// What other packages of this workspace see of this one while they are checked: its sources need the types of browsers, which would then
// count everywhere. `src/index.ts` is held to it by `src/index.test.ts`.
import type { WebOptions } from '../src/server/options.js'
import type { WebHandler } from '../src/server/web-handler.js'

export type { FooterLink, Identify, Rest, WebOptions } from '../src/server/options.js'
export type { Setup, SetupInput } from '../src/server/setup-gate.js'
export type { Color, Theme } from '../src/server/theme.js'
export type { WebHandler } from '../src/server/web-handler.js'
export declare const createWebHandler: (options: WebOptions) => WebHandler
