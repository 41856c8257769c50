// Run by the build: node write-snapshot.ts FILE
import { writeExample } from './snapshot.js'

await writeExample(process.argv[2] ?? '')
