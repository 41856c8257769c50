// Packs every package as it would be published, and has the result judged.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packages, pnpm, root, tool } from './workspace.mjs'

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-pack-'))
try {
  const packed = packages.every((name) =>
    pnpm(['pack', '--silent', '--pack-destination', folder], join(root, 'packages', name)),
  )
  const tarballs = readdirSync(folder).map((name) => join(folder, name))
  const judged = tarballs.map(
    // Node 16 and CommonJS are not promised: the packages are ESM only.
    (file) => [
      tool('publint', ['--strict', file]),
      tool('attw', ['--profile', 'esm-only', '--format', 'ascii', '--quiet', file]),
    ],
  )
  process.exitCode = packed && judged.flat().every(Boolean) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
