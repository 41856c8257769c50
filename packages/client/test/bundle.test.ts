import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

describe('the client in a bundle for browsers', () => {
  it('has less than 8 kB when it is compressed, all operations included, and nothing of other packages', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
    })
    const inputs = Object.keys(metafile.inputs)
    expect(
      inputs.filter((file) => !/packages\/client\/src\//.test(new URL(file, `file://${process.cwd()}/`).pathname)),
    ).toEqual([])
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
    expect(gzipSync(outputFiles[0]?.contents ?? '').byteLength).toBeLessThan(8192)
  })
})
