// The oldest and the newest compiler that programs may use.
import { join } from 'node:path'
import { manifestOf, run } from './pack.mjs'

/** How programs may resolve packages. */
export const kinds = {
  nodenext: ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
}

/** Each compiles in a folder and returns its complaints. */
export const compilers = ['oldest', 'newest'].map((age) => (words, folder) => {
  const compiler = join(process.cwd(), 'node_modules', `typescript-${age}`)
  const { status, text } = run(
    process.execPath,
    [join(compiler, 'bin', 'tsc'), '--pretty', 'false', ...words],
    folder,
    {
      mayFail: true,
    },
  )
  if (status === 0) return []
  const lines = text.trim().split('\n')
  return lines.map(
    (line) => `TypeScript ${manifestOf(compiler).version}, ${words[words.indexOf('--module') + 1]}: ${line}`,
  )
})
