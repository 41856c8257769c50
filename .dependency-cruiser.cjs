// The direction of imports, checked by `npm run check:imports`; test/import-rules.test.ts plants a breach of every rule.

/**
 * The floors of each package from the ground up: a file imports its own floor and those below, nothing above. `npm run generate` writes
 * those of core into docs/architecture.md.
 */
const floors = /** @type {[string, object][]} */ (Object.entries(require('./scripts/floors.json'))).map(
  ([name, table]) => /** @type {const} */ ([name, Object.keys(table)]),
)

/**
 * The files that may lie beside the floors: what package.json names, and what the command loads.
 * @type {Record<string, string[]>}
 */
const entries = {
  core: ['index', 'types'],
  rest: ['index'],
  web: ['index', 'assets'],
  cli: ['cli', 'main'],
  import: ['index'],
  mcp: ['index'],
}

const core = '^packages/core/src/'
const network = '^(node:)?(http|https|http2|net|tls|dgram)$'
/** Workspace packages resolve to their sources. */
const inPackage = (...names) => `^packages/(${names.join('|')})/`

/** What each package may import of the others. A package that is not named here imports none. */
const mayImport = {
  markdown: [],
  core: ['markdown', 'types'],
  'adapter-memory': ['core'],
  'adapter-sqlite': ['core'],
  'adapter-postgres': ['core'],
  rest: ['core'],
  'http-node': ['core', 'rest'],
  client: ['core', 'types'],
  'mail-in': ['core'],
  'mail-smtp': ['core'],
  ldap: ['core'],
  oidc: ['core'],
  webhooks: ['core'],
  import: ['core'],
  observe: ['core', 'rest'],
  mcp: ['core'],
  report: [],
  web: ['client', 'core', 'markdown', 'report'],
  // In its template.
  'create-trackerkit': ['core', 'adapter-memory', 'http-node', 'web'],
  cli: [
    'client',
    'core',
    'adapter-memory',
    'adapter-sqlite',
    'adapter-postgres',
    'rest',
    'http-node',
    'import',
    'mail-in',
    'mail-smtp',
    'observe',
    'ldap',
    'oidc',
    'mcp',
    'web',
    'webhooks',
  ],
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floors.flatMap(([name, names]) => [
      ...names.map((floor, index) => ({
        name: `${name}-floor-${floor}`,
        comment: `${floor}/ imports nothing from a floor above it, and no entry of the package.`,
        severity: 'error',
        from: { path: `^packages/${name}/src/${floor}/` },
        to: { path: `^packages/${name}/src/((${names.slice(index + 1).join('|') || '(?!)'})/|[^/]+$)` },
      })),
      {
        name: `${name}-unnamed-floor`,
        comment:
          'A folder that is not among the floors has no place in the direction of imports, and a file beside them is an entry.',
        severity: 'error',
        from: {},
        to: {
          path: `^packages/${name}/src/`,
          pathNot: `^packages/${name}/src/((${names.join('|')})/|(${(entries[name] ?? []).join('|')})[.]tsx?$)`,
        },
      },
    ]),
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
      // `node` is how a file of JavaScript refers to the types of Node.
      comment: 'An import that the check cannot follow is one that no other rule sees.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^node$' },
    },
    {
      name: 'no-circular-folders',
      comment: 'Folders of a package import each other in one direction, types counted.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/[^/]+/src/' },
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
      comment: 'Databases are behind the storage interface, but for those of other trackers that are imported.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/(adapter-|import/src/bugzilla-db/connect[.]ts$)' },
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
