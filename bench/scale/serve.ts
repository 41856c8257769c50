// A server on a file, in a separate process: `tsx serve.ts FILE` prints its port, and ends when its input is closed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import { createNodeHandler } from '@trackerkit/http-node'

const tracker = await createTracker({ store: sqliteStore(process.argv[2] ?? '') })
const handler = createNodeHandler(tracker)
const server = createServer((request, response) => void handler(request, response))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.resume().on('end', () => process.exit())
