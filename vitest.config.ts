import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { replacements } from './entities.base.js'

export default defineConfig({
  // Packages resolve each other to their sources: see tsconfig.base.json.
  resolve: {
    conditions: ['@trackerkit/source', 'module', 'node', 'development|production'],
    alias: replacements,
  },
  ssr: { resolve: { conditions: ['@trackerkit/source', 'module', 'node', 'development|production'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'examples/*/**/*.test.ts',
      'bench/**/*.test.ts',
      'test/**/*.test.ts',
      'corpus/**/*.test.ts',
      'fuzz/**/*.test.ts',
    ],
    // Tested with what it is built with.
    server: { deps: { inline: [/markdown-it/] } },
    setupFiles: [
      'packages/rest/test/conforming-fetch.ts',
      'packages/core/test/fail-on-blocks.ts',
      'packages/core/test/follow-all-work.ts',
      'packages/core/test/hash-quickly.ts',
    ],
    pool: 'forks',
    // One process for many files: loading the sources for each would take longer than the tests.
    isolate: false,
    // A fifth of the time, tests wait for processes, databases and browsers: others use the cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A PostgreSQL for tests, which starts when the first of them wants it.
    globalSetup: ['packages/test-postgres/src/global-setup.ts'],
    // For what never ends. How long a test takes is for the machine, which may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Transformed sources are kept between runs. CI starts without them, as the option is experimental.
    experimental: { fsModuleCache: process.env['CI'] === undefined },
  },
})
