import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packs all packages that are published: of each its name, its folder here, and its tarball. */
export function pack(destination) {
  mkdirSync(destination, { recursive: true })
  const published = readdirSync('packages')
    .map((folder) => ({ source: join('packages', folder), ...manifestOf(join('packages', folder)) }))
    .filter((manifest) => !manifest.private)
  const filters = published.map(({ name }) => `--filter=${name}`)
  const words = ['--recursive', '--reporter=silent', ...filters, 'pack', '--pack-destination', destination]
  run(process.execPath, ['scripts/bootstrap.mjs', ...words])
  const tarballs = readdirSync(destination)
  return published.map(({ name, version, source }) => {
    const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    if (!tarballs.includes(tarball)) throw new Error(`${name} has not been packed`)
    return { name, source, tarball: join(destination, tarball) }
  })
}

/** Installs packages in a new project, which has the types of Node as a program would. */
export function installAll(project, packages) {
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const how = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  run('npm', ['install', ...how, ...packages.map(({ tarball }) => tarball)], project)
  mkdirSync(join(project, 'node_modules', '@types'), { recursive: true })
  symlinkSync(realpathSync('node_modules/@types/node'), join(project, 'node_modules', '@types', 'node'), 'junction')
  return project
}

export function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Returns the output of a command; throws if it fails, unless failure is permitted. */
export function run(command, words, cwd, { mayFail = false } = {}) {
  const shell = process.platform === 'win32'
  const { status, error, stdout, stderr } = spawnSync(command, words, {
    cwd,
    shell,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  if (status !== 0 && !mayFail) throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`)
  return { status, text: `${stdout}${stderr}`, stdout }
}
