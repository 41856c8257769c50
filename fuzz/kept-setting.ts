// The tracker of a run, made once for each number of bugs: making it takes longer than many requests.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptFolder } from '../corpus/kept.js'
import { writeSetting, type Setting } from './setting.js'

const makers = ['setting.ts', 'dice.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)))

/** Returns the setting, and the file that servers get a copy of. */
export async function keptSetting(bugs: number): Promise<{ readonly original: string; readonly setting: Setting }> {
  const folder = await keptFolder(`fuzz-${bugs}`, makers, async (made) => {
    writeFileSync(join(made, 'setting.json'), JSON.stringify(await writeSetting(join(made, 'fuzz.db'), bugs)))
  })
  const setting = JSON.parse(readFileSync(join(folder, 'setting.json'), 'utf8')) as Setting
  return { original: join(folder, 'fuzz.db'), setting }
}
