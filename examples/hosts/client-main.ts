// Runs the client on its own: URL of the tracker, cookie of a session.
import process from 'node:process'
import { report } from './client.js'

const [url = '', cookie = ''] = process.argv.slice(2)
console.log(JSON.stringify(await report({ url, headers: { Cookie: cookie } })))
