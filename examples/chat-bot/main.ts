// npx tsx main.ts TRACKER CHAT FILE, with the API key of the bot's account in API_KEY
import { connect } from '@trackerkit/client'
import { postChanges } from './bot.js'

const [pages = '', chat = '', positionFile = 'position.txt'] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
process.once('SIGINT', () => stop.abort())
const client = connect({ url: pages, apiKey: process.env['API_KEY'] })
await postChanges({ client, pages, chat, positionFile, signal: stop.signal })
