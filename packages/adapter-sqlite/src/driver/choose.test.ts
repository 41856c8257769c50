import { expect, it } from 'vitest'
import { reasonOf } from './choose.js'

it.each([
  ['Could not locate the bindings file. Tried:\n → /program/node_modules/better-sqlite3/build/better_sqlite3.node'],
  [
    "The module '/program/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115.",
  ],
])('the reason why a driver cannot be loaded names what to do about its addon: %s', (message) => {
  expect(reasonOf(new Error(message))).toMatch(
    /^its native addon is missing, or of another version of Node: .*npm rebuild$/,
  )
})
