// A child process that uses a file. Its first argument is the task; it reports on its standard output.
import { writeSync } from 'node:fs'
import { isStoreError, typed } from '@trackerkit/core/store'
import { sqliteStore } from '../src/index.js'
import { noteMigrations, notes, type Notes } from './notes.js'

const [task, file = '', who = '1', times = '0'] = process.argv.slice(2)
const store = typed<Notes>(sqliteStore(file))
await store.migrate(notes, noteMigrations)

if (task === 'write') {
  for (let i = 0; i < Number(times); i++) writeSync(1, `${await writeOne(i)}\n`)
  await store.close()
} else if (task === 'migrate') {
  writeSync(1, 'migrated\n')
  await store.close()
} else if (task === 'scan') {
  // The process ends without closing anything.
  void store.read((tx) => tx.count('note'), { scan: { timeout: Infinity } }).then((n) => writeSync(1, `${n}\n`))
}

/** Writes a note with two labels, again and again until it is the turn of this process. */
async function writeOne(i: number): Promise<number> {
  for (;;) {
    try {
      return await store.write(async (tx) => {
        const [id = 0] = await tx.insert('note', [
          { author_id: Number(who), title: `${i}`, body: 'written by a child' },
        ])
        await new Promise((resolve) => setImmediate(resolve))
        await tx.insert('label', [
          { note_id: id, name: 'a' },
          { note_id: id, name: 'b' },
        ])
        return id
      })
    } catch (error) {
      if (!isStoreError(error, 'retry')) throw error
    }
  }
}
