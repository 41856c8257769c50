// npx tsx main.ts TRACKER FILE, with the API key of the reader's account in API_KEY
import { connect } from '@trackerkit/client'
import { openMirror } from './mirror.js'

const [url = '', path = 'mirror.db'] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
process.once('SIGINT', () => stop.abort())
const mirror = openMirror(connect({ url, apiKey: process.env['API_KEY'] }), path)
await mirror.follow(stop.signal)
mirror.close()
