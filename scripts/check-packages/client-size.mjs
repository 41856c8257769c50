import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** In bytes, all operations, as a browser loads it. */
const most = 8_000

export async function checkClientSize({ project }) {
  const entry = join(project, 'page.js')
  writeFileSync(entry, `export { connect, eachBug } from '@trackerkit/client'`)
  const options = { entryPoints: [entry], bundle: true, minify: true, format: 'esm', platform: 'browser', write: false }
  const { outputFiles } = await build({ ...options, logLevel: 'silent' })
  const size = gzipSync(outputFiles[0].contents).length
  return size <= most ? [] : [`it takes ${size} bytes with gzip, and may take ${most}`]
}
