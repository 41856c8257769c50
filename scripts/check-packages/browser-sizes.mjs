import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Modules of browsers, and the most bytes that each may take with gzip. */
const modules = [
  { module: '@trackerkit/client', names: 'connect, eachBug', most: 8_192 },
  { module: '@trackerkit/report', names: 'defineReportElement', most: 6_000 },
  { module: '@trackerkit/core/errors', names: 'TrackerError, isTrackerError, errorNumbers', most: 8_000 },
]

export async function checkBrowserSizes({ project }) {
  const faults = []
  for (const { module, names, most } of modules) {
    const size = await sizeOf(project, `export { ${names} } from '${module}'`)
    if (size > most) faults.push(`${module} takes ${size} bytes with gzip, and may take ${most}`)
    if (module === '@trackerkit/client') faults.push(...checkReadme(project, size))
  }
  return faults
}

async function sizeOf(project, source) {
  const entry = join(project, 'page.js')
  writeFileSync(entry, source)
  const options = { entryPoints: [entry], bundle: true, minify: true, format: 'esm', platform: 'browser', write: false }
  const { outputFiles } = await build({ ...options, logLevel: 'silent' })
  return gzipSync(outputFiles[0].contents).length
}

function checkReadme(project, size) {
  const readme = readFileSync(join(project, 'node_modules/@trackerkit/client/README.md'), 'utf8')
  const stated = `about ${Math.round(size / 1000)} kB`
  return readme.includes(stated) ? [] : [`the README of @trackerkit/client does not say ${stated}`]
}
