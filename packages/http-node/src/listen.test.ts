import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from './listen.js'

describe('listening', () => {
  it('fails on a port that is taken, and then on a free one leaves no listener of the failure', async () => {
    const other = createTcpServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const server = createServer()
    onTestFinished(() => void server.close())
    const count = () => ['error', 'listening'].map((event) => server.listenerCount(event))
    const before = count()
    await expect(listen(server, '127.0.0.1', (other.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE')
    expect(count()).toEqual(before)
    await listen(server, '127.0.0.1', 0)
    expect(count()).toEqual(before)
  })
})
