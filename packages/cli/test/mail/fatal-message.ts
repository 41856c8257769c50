// Delivers email and is killed by rendering one message. Arguments: the file of the tracker, and how many
// hours its clock is ahead.
import { writeSync } from 'node:fs'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import type { BugMail } from '@trackerkit/core/mail'

const [file = '', hours = '0'] = process.argv.slice(2)

const tracker = await createTracker({
  store: sqliteStore(file),
  testing: { clock: () => new Date(Date.now() + Number(hours) * 3_600_000) },
  mail: {
    templates: {
      bug({ bug }: BugMail) {
        if (bug.summary === 'fatal') process.kill(process.pid, 'SIGKILL')
        return { subject: bug.summary, text: '', html: null }
      },
    },
    mailer: {
      send({ subject }) {
        writeSync(1, `${subject}\n`)
        return Promise.resolve()
      },
    },
  },
})
await tracker.deliverMail()
await tracker.close()
