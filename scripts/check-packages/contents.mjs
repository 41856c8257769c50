// Checks the contents of the packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { manifestOf, run } from './pack.mjs'

/** Checks properties that the package.json of every package shares, and reports missing ones. */
export function checkManifests({ packages }) {
  return packages.flatMap(({ source }) => {
    const manifest = manifestOf(source)
    const task = (which) => manifest.scripts?.[which] === `node ../../scripts/pack-docs.mjs ${which}`
    const wanted = {
      description: manifest.description !== undefined,
      keywords: (manifest.keywords ?? []).includes('issue-tracker'),
      author: manifest.author !== undefined,
      'license MIT': manifest.license === 'MIT',
      'engines.node': manifest.engines?.node !== undefined,
      'sideEffects: false': manifest.sideEffects === false,
      'files: dist, docs, CHANGELOG.md': ['dist', 'docs', 'CHANGELOG.md'].every((file) =>
        manifest.files?.includes(file),
      ),
      'publishConfig.access': manifest.publishConfig?.access === 'public',
      'the scripts prepack and postpack, which put its documents in': task('prepack') && task('postpack'),
    }
    const missing = Object.keys(wanted).filter((what) => !wanted[what])
    return missing.map((what) => `${join(source, 'package.json')} lacks ${what}; that of packages/rest has it`)
  })
}

/** The opinions of publint and attw. */
export function checkJudges({ packages }) {
  return packages.flatMap(({ name, tarball }) => {
    const judges = [
      ['publint', '--strict', tarball],
      // Node 16 and CommonJS are not promised: the packages are ESM only.
      ['attw', '--profile', 'esm-only', '--format', 'ascii', '--quiet', tarball],
    ]
    return judges.flatMap(([judge, ...words]) => {
      const { status, text } = run(join('node_modules', '.bin', judge), words, undefined, { mayFail: true })
      return status === 0 ? [] : [`${judge} about ${name}:\n${text}`]
    })
  })
}

/** Links in the documents of a package that lead to no file in it. */
export function checkLinks({ project, packages }) {
  return packages.flatMap(({ name }) => {
    const folder = join(project, 'node_modules', name)
    return documentsOf(folder).flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map((match) => match[1])
        .filter(
          (target) =>
            relative(folder, resolve(dirname(file), target)).startsWith('..') ||
            !existsSync(resolve(dirname(file), target)),
        )
        .map((target) => `${name}: ${relative(folder, file)} → ${target}`),
    )
  })
}

/** Returns the text of a document outside code. */
function textOf(file) {
  return readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
}

/** The README, the guides and the reference in an installed package. */
export function documentsOf(folder) {
  const guides = existsSync(join(folder, 'docs')) ? readdirSync(join(folder, 'docs'), { recursive: true }) : []
  return ['README.md', ...guides.map((file) => join('docs', file))]
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
}

/** Core has types of zod, and reads a list of common passwords when a user chooses one. */
const ofCore = ['zod', '@zxcvbn-ts/language-common', '@zxcvbn-ts/dictionary-compression']

/**
 * Indirect dependencies. Serving the API with a custom store installs no other store. The SDK of @trackerkit/mcp has
 * many dependencies, so that is a separate package.
 */
const mayBring = {
  '@trackerkit/core': ofCore,
  '@trackerkit/adapter-memory': ofCore,
  '@trackerkit/rest': [...ofCore, 'csv-stringify', 'ipaddr.js'],
  '@trackerkit/http-node': [...ofCore, 'csv-stringify', 'ipaddr.js'],
  '@trackerkit/mail-smtp': [...ofCore, 'nodemailer'],
  '@trackerkit/webhooks': [...ofCore, 'undici', 'ipaddr.js'],
  '@trackerkit/import': [...ofCore, 'csv-parse'],
  '@trackerkit/ldap': [...ofCore, 'ldapts', 'strict-event-emitter-types'],
  '@trackerkit/oidc': [...ofCore, 'openid-client', 'oauth4webapi', 'jose'],
  'create-trackerkit': [],
  '@trackerkit/types': [],
  '@trackerkit/markdown': [],
  '@trackerkit/client': [],
  '@trackerkit/report': [],
  '@trackerkit/web': [],
}

/** Installed packages that should not be: their size counts, above all types of drivers. */
export function checkClosure({ project, packages }) {
  return packages.flatMap(({ name }) => {
    const others = [...closureOf(project, name)].filter((one) => one !== name)
    const isForeign = (one) => !packages.some((own) => own.name === one)
    const wrong = (one) =>
      /^@types\/|\/adapter-/.test(one) || (isForeign(one) && mayBring[name]?.includes(one) === false)
    return name === 'trackerkit' ? [] : others.filter(wrong).map((one) => `${name} brings ${one}`)
  })
}

function closureOf(project, name, seen = new Set()) {
  if (seen.has(name) || !existsSync(join(project, 'node_modules', name))) return seen
  seen.add(name)
  const manifest = manifestOf(join(project, 'node_modules', name))
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = manifest
  // Optional peers are not installed unless another package requires them.
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
  for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    closureOf(project, next, seen)
  return seen
}

/** Imports of modules of Node by names that other runtimes may not have. */
export function checkNodeNames({ project, packages }) {
  const names = builtinModules.filter((name) => !name.startsWith('_')).join('|')
  const bare = new RegExp(`\\bfrom ?"(?:${names})"|\\bimport\\("(?:${names})"\\)`)
  return packages.flatMap(({ name }) => {
    const dist = join(project, 'node_modules', name, 'dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    return files.flatMap((file) => {
      const found = bare.exec(readFileSync(join(dist, file), 'utf8'))
      return found ? [`${name}/dist/${file}: ${found[0]}`] : []
    })
  })
}
