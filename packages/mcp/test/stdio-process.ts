// Serves an assistant on stdin and stdout.
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { serveStdio } from '../src/index.js'

const tracker = await createTestTracker()
await serveStdio({ operations: tracker.asSystem('admin@example.com') })
await tracker.close()
console.error('closed')
