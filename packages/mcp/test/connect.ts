// A client of an assistant's server, both in one process.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createMcpServer, type McpOptions } from '../src/index.js'

export async function connect(options: McpOptions): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([createMcpServer(options).connect(ours), client.connect(theirs)])
  return client
}
