// Packs every package as it would be published, installs the packages in a project outside, and has the result judged: what a
// program that uses them meets, and nothing of what only this workspace has.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBrowserSizes } from './check-packages/browser-sizes.mjs'
import { checkClosure, checkJudges, checkLinks, checkManifests, checkNodeNames } from './check-packages/contents.mjs'
import { checkDeclarations } from './check-packages/declarations.mjs'
import { checkEntry } from './check-packages/entry.mjs'
import { checkHover } from './check-packages/hover.mjs'
import { installAll, pack, run } from './check-packages/pack.mjs'
import { checkCreated, checkPage, checkServes } from './check-packages/programs.mjs'
import { checkShared } from './check-packages/shared.mjs'
import { checkCounts, checkTypes } from './check-packages/types.mjs'

/** Each returns what is wrong, one line for each thing, or nothing. */
const checks = {
  'each says what it is': checkManifests,
  'publint and attw find nothing': checkJudges,
  'links lead to files of the package': checkLinks,
  'they bring little': checkClosure,
  'they import modules of Node as node:…': checkNodeNames,
  'entries of core share errors, transactions and zod': checkShared,
  'entries, documents and examples compile': checkTypes,
  'declarations name every type, and a client is one of Operations': checkDeclarations,
  'compiling a call costs little': checkCounts,
  'editors show what operations and fields are': checkHover,
  'modules of browsers are small': checkBrowserSizes,
  'a tracker in memory is not large, and needs few modules of Node': checkEntry,
  'a page needs the client alone': checkPage,
  'a program serves a tracker': checkServes,
  'created projects compile, pass their tests and serve pages': checkCreated,
}

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-pack-'))
try {
  const reference = run(process.execPath, ['scripts/reference.mjs'], undefined, { mayFail: true })
  console.log(`${reference.status === 0 ? 'ok    ' : 'FAILED'} every export says what it is\n${reference.text}`.trim())
  if (reference.status !== 0) process.exitCode = 1
  const packages = pack(join(folder, 'tarballs'))
  const project = installAll(join(folder, 'project'), packages)
  for (const [title, check] of Object.entries(checks)) {
    const began = performance.now()
    const faults = await check({ folder, project, packages })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
    for (const fault of faults.slice(0, 40)) console.log(`         ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
