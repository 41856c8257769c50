// `npm run test:looks`: what takes too long for every `npm test`. With `-- --update` the pictures are made anew.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.js'

const isUpdate = process.argv.includes('--update')

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    include: ['packages/web/looks/**/*.test.ts'],
    globalSetup: [],
    // One of the tests puts a foreign language in the place of all texts.
    isolate: true,
    env: isUpdate ? { TRACKERKIT_TEST_LOOKS: 'update' } : {},
    testTimeout: 300_000,
  },
})
