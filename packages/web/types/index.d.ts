// The types of this package for checks of other packages of this workspace: its sources need DOM types, which would
// then apply everywhere. `src/index.test.ts` compares them with `src/index.ts`.
import type { WebOptions } from '../src/server/options.js'
import type { WebHandler } from '../src/server/web-handler.js'

export type { FooterLink, Identify, Rest, WebOptions } from '../src/server/options.js'
export type { Setup, SetupInput } from '../src/server/setup-gate.js'
export type { Color, Theme } from '../src/server/theme.js'
export type { WebHandler } from '../src/server/web-handler.js'
export declare const createWebHandler: (options: WebOptions) => WebHandler
