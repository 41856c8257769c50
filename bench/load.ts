// A load generator in a separate process: `tsx load.ts PORT PATH CONNECTIONS SECONDS HEADER…` prints responses per
// second. A # in the path is replaced by 1 to 400 in turn. Raw sockets, so that the generator is never the bottleneck.
import { connect } from 'node:net'

const [port, path, connections, seconds, ...headers] = process.argv.slice(2)
const requests = Array.from({ length: 400 }, (_, n) =>
  Buffer.from(
    `GET ${path?.replace('#', String(n + 1))} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`,
  ),
)
let sent = 0
let answers = 0
let failed = 0

function open(): void {
  const socket = connect(Number(port), '127.0.0.1')
  let expected = -1
  let received = 0
  const ask = () => {
    expected = -1
    received = 0
    socket.write(requests[sent++ % requests.length] as Buffer)
  }
  socket.on('connect', ask)
  socket.on('error', () => failed++)
  socket.on('data', (chunk) => {
    received += chunk.length
    if (expected < 0) {
      const head = chunk.indexOf('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, head))
      if (!chunk.toString('latin1', 0, 12).endsWith('200')) failed++
      expected = head + 4 + Number(length?.[1] ?? NaN)
    }
    if (received >= expected) {
      answers++
      ask()
    }
  })
}

for (let n = 0; n < Number(connections); n++) open()
setTimeout(() => {
  const before = answers
  setTimeout(
    () => {
      console.log(JSON.stringify({ perSecond: (answers - before) / Number(seconds), failed }))
      process.exit()
    },
    Number(seconds) * 1000,
  )
}, 1000)

/** A generator that sleeps must be woken by the server, which costs the server more than answering: it stays awake. */
function stayAwake(): void {
  setImmediate(stayAwake)
}
stayAwake()
