// `npm run test:looks`: tests that are too slow for `npm test`. With `-- --update`, they update the pictures.
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
