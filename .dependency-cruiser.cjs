// The direction of imports, held by `npm run check:imports`. docs/architecture.md draws the same floors.
// test/import-rules.test.ts plants a breach of every rule.

/** The floors of core from the ground up: a file imports its own floor and those below, nothing above. */
const floors = [
  'generated', // the types of operations, written by a script: imports nothing
  'kernel', // errors, times, collections, the pattern engine: know nothing of trackers
  'store', // the storage interface and its written semantics
  'schema', // what is stored, and its migrations
  'sql', // the compiler that SQL adapters share
  'conformance', // the suite that every adapter passes
  'setup', // the catalogue: products, fields, groups, parameters
  'call', // who calls, and what an operation leaves behind for mail
  'define', // how operations and their inputs are defined
  'access', // who sees and may do what
  'auth', // who is calling: credentials, sessions, passwords
  'idempotency', // writes that are done once
  'domain', // what operations on one resource share
  'search', // parameters to a condition to a predicate
  'feed', // what happened, in the order of the commits
  'outbox', // what mail and webhooks share on their way out
  'mail', // who gets which message, and its way out
  'webhooks', // who is told of what by requests, and their way out
  'seed', // what an empty store is filled with
  'copy', // a tracker from store to store
  'records', // what is taken over from other trackers
  'doctor', // what does not hold in a tracker
  'operations', // the public operations, one a file
  'tracker', // binds operations to a store
]

const core = '^packages/core/src/'
const network = '^(node:)?(http|https|http2|net|tls|dgram)$'
/** Workspace packages resolve to their sources. */
const inPackage = (...names) => `^packages/(${names.join('|')})/`

/** What each package may import of the others. A package that is not named here imports none. */
const mayImport = {
  core: [],
  'adapter-memory': ['core'],
  'adapter-sqlite': ['core'],
  'adapter-postgres': ['core'],
  rest: ['core'],
  'http-node': ['core', 'rest'],
  client: ['core'],
  'mail-smtp': ['core'],
  webhooks: ['core'],
  import: ['core'],
  observe: ['core', 'rest'],
  mcp: ['core'],
  web: ['client', 'core'],
  cli: [
    'client',
    'core',
    'adapter-memory',
    'adapter-sqlite',
    'adapter-postgres',
    'rest',
    'http-node',
    'import',
    'mail-smtp',
    'observe',
    'mcp',
    'web',
    'webhooks',
  ],
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floors.slice(0, -1).map((floor, index) => ({
      name: `floor-${floor}`,
      comment: `${floor}/ imports nothing from a floor above it.`,
      severity: 'error',
      from: { path: `${core}${floor}/` },
      to: { path: `${core}(${floors.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'no-unnamed-floor',
      comment: 'A folder of core that is not among the floors has no place in the direction of imports.',
      severity: 'error',
      from: {},
      to: { path: core, pathNot: `${core}((${floors.join('|')})/|index[.]ts$)` },
    },
    {
      name: 'store-language-only',
      comment: 'sql/ and conformance/ are for authors of adapters: they know stores and schemas, not trackers.',
      severity: 'error',
      from: { path: `${core}(sql|conformance)/` },
      to: { path: core, pathNot: `${core}(sql|conformance|schema|store)/` },
    },
    {
      name: 'operations-stand-alone',
      comment: 'Operations never call operations: what two of them share is a function in domain/ that takes tx.',
      severity: 'error',
      from: { path: `${core}operations/`, pathNot: 'index[.]ts$' },
      to: { path: `${core}operations/` },
    },
    {
      name: 'no-circular-files',
      comment: 'Two files that import each other are one file, or want a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that the check cannot follow is one that no other rule sees.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circular-folders',
      comment: 'Folders of core import each other in one direction, types counted.',
      severity: 'error',
      scope: 'folder',
      from: { path: core },
      to: { circular: true },
    },
    {
      name: 'core-knows-no-network',
      comment: 'Core runs inside any program; the network is for the packages on top.',
      severity: 'error',
      from: { path: core },
      to: { path: network },
    },
    {
      name: 'rest-knows-no-network',
      comment: 'The API is a function from request to response; servers call it.',
      severity: 'error',
      from: { path: `${inPackage('rest')}src/` },
      to: { path: network },
    },
    {
      name: 'client-knows-types-only',
      comment: 'The client runs in browsers: it takes types from core, and no code from anywhere.',
      severity: 'error',
      from: { path: `${inPackage('client')}src/` },
      to: {
        path: `${inPackage('core')}|node_modules/|^(node:)?(fs|crypto|buffer|timers|util)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-adapters-know-drivers',
      comment: 'Databases are behind the storage interface.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/adapter-' },
      to: { path: 'node_modules/(better-sqlite3|pg|postgres)/|^(node:)?sqlite$' },
    },
    ...Object.entries(mayImport).map(([name, others]) => ({
      name: `package-${name}`,
      comment: `${name} imports ${others.join(', ') || 'no package of this workspace'}.`,
      severity: 'error',
      from: { path: `${inPackage(name)}src/` },
      to: { path: '^packages/', pathNot: inPackage(name, ...others) },
    })),
    {
      name: 'no-unnamed-package',
      comment: 'A package that is not in the table imports no other.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: inPackage(...Object.keys(mayImport)) },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'packages-by-name',
      comment: 'Another package is imported by its name, never by its path.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      // Where tsconfig.json leads whoever names @trackerkit/web.
      to: { path: '^packages/', pathNot: '^packages/($1|web/types)/', dependencyTypes: ['local'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Tests may import whatever they try; that no source imports a test is held by the linter (no-restricted-imports).
    exclude: { path: '/dist/|[.]test[.]ts$|/(test|looks)/|^packages/test-' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@trackerkit/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
