// A program to try one of them with: npx tsx main.ts
import { createApp } from './express.js'
import { openTracker } from './tracker.js'

createApp(await openTracker()).listen(8080, '127.0.0.1')
